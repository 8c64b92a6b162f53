/** Tests of the warm-up without a gateway. */
@NullMarked
package dev.larder.warmup;

import org.jspecify.annotations.NullMarked;
