/** What the warm-up asks of the origin, and what clients find after it. */
@NullMarked
package dev.larder.acceptance.warmup;

import org.jspecify.annotations.NullMarked;
