/** The cache as a remote procedure call: an interface beside HTTP to the same routes, rules and stores. */
@NullMarked
package dev.larder.rpc;

import org.jspecify.annotations.NullMarked;
