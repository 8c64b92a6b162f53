/** Acknowledges writes, and knows of each what has become of it. */
@NullMarked
package dev.larder.writes.buffer;

import org.jspecify.annotations.NullMarked;
