/** Decides which URLs and header fields of a remote procedure call are admitted, without any input or output. */
@NullMarked
package dev.larder.rpc.policy;

import org.jspecify.annotations.NullMarked;
