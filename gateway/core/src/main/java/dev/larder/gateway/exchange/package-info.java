/** Connects Spring with the engine: heads, keys, origin exchanges, body recorder, collapsed forwarding and store access. */
@NullMarked
package dev.larder.gateway.exchange;

import org.jspecify.annotations.NullMarked;
