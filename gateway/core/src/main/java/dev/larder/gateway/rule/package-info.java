/** Rules, selected by name or path, and the tags of requests under them. */
@NullMarked
package dev.larder.gateway.rule;

import org.jspecify.annotations.NullMarked;
