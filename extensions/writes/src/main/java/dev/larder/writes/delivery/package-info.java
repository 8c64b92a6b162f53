/** Delivers buffered writes to their origin, in batches or one by one, until it has answered. */
@NullMarked
package dev.larder.writes.delivery;

import org.jspecify.annotations.NullMarked;
