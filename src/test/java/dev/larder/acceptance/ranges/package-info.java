/** What a client sees of representations that are stored in slices: ranges of large objects, and what the origin sends for them. */
@NullMarked
package dev.larder.acceptance.ranges;

import org.jspecify.annotations.NullMarked;
