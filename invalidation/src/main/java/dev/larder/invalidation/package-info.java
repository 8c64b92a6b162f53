/** Invalidation by writes: epochs, fences, couplings, and the invalidator that combines them. */
@NullMarked
package dev.larder.invalidation;

import org.jspecify.annotations.NullMarked;
