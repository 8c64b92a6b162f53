/** Contents too large for the heap: written to files while they arrive, and read from there. */
@NullMarked
package dev.larder.disk.spool;

import org.jspecify.annotations.NullMarked;
