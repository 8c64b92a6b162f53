/** Requests of the gateway to itself that fill its store before clients ask. */
@NullMarked
package dev.larder.warmup;

import org.jspecify.annotations.NullMarked;
