/** The gateway filter that carries out the engine's decisions, and the factory that adds it to routes. */
@NullMarked
package dev.larder.gateway.filter;

import org.jspecify.annotations.NullMarked;
