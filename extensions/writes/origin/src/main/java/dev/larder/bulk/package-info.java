/** Batches of writes as controller parameters, and their results. */
@NullMarked
package dev.larder.bulk;

import org.jspecify.annotations.NullMarked;
