/** Randomized histories of concurrent reads and writes through the real filter, and a checker of what readers saw. */
@NullMarked
package dev.larder.gateway.history;

import org.jspecify.annotations.NullMarked;
