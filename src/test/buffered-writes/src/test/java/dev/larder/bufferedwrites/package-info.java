/** A smaller experiment, in the build. */
@NullMarked
package dev.larder.bufferedwrites;

import org.jspecify.annotations.NullMarked;
