/** Brings requests of routes to their exchanges, and the responses of these to the routes. */
@NullMarked
package dev.larder.gateway.filter;

import org.jspecify.annotations.NullMarked;
