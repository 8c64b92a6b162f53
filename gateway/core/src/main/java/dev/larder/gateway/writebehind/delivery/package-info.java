/** Brings buffered writes to their origin, in batches or one by one, until it has answered. */
@NullMarked
package dev.larder.gateway.writebehind.delivery;

import org.jspecify.annotations.NullMarked;
