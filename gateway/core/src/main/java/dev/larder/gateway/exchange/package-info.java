/** Between Spring and the engine: heads, keys, origin exchanges, body recorder, collapsed forwarding and the store's door. */
@NullMarked
package dev.larder.gateway.exchange;

import org.jspecify.annotations.NullMarked;
