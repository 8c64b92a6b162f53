/** Servers of our own: the origin, and the fastest answer that Netty can give. */
@NullMarked
package dev.larder.compare.server;

import org.jspecify.annotations.NullMarked;
