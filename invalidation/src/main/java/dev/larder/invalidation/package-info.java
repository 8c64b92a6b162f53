/** Who leaves because something was written: epochs, fences, couplings, and the one door to them. */
@NullMarked
package dev.larder.invalidation;

import org.jspecify.annotations.NullMarked;
