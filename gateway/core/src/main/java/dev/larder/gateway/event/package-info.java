/** What the cache does, told to whoever listens: extensions are not known here. */
@NullMarked
package dev.larder.gateway.event;

import org.jspecify.annotations.NullMarked;
