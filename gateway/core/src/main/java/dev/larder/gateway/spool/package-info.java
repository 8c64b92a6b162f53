/** Contents too large for the heap: written to files while they arrive, read from there. */
@NullMarked
package dev.larder.gateway.spool;

import org.jspecify.annotations.NullMarked;
