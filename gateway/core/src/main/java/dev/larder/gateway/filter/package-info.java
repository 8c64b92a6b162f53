/** The gateway filter that carries out what the engine decides, and the factory that puts it into routes. */
@NullMarked
package dev.larder.gateway.filter;

import org.jspecify.annotations.NullMarked;
