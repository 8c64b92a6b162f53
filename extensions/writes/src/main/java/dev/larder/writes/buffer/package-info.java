/** Acknowledges writes, and tracks their outcomes. */
@NullMarked
package dev.larder.writes.buffer;

import org.jspecify.annotations.NullMarked;
