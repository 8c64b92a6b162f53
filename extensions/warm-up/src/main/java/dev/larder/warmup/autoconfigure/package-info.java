/** Starts the warm-up with the server, and reports invalid settings. */
@NullMarked
package dev.larder.warmup.autoconfigure;

import org.jspecify.annotations.NullMarked;
