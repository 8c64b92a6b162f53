/** Processes that are started, pinned, measured and ended. */
@NullMarked
package dev.larder.compare.process;

import org.jspecify.annotations.NullMarked;
