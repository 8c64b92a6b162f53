/** Describes requests: a head in; rule, key, tags and obstacles out, for filters, connections, dry runs, trials and procedures. */
@NullMarked
package dev.larder.gateway.describe;

import org.jspecify.annotations.NullMarked;
