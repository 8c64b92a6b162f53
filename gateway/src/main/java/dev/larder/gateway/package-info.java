/** The caching gateway: Spring Cloud Gateway whose responses are cached as RFC 9111 says. */
@NullMarked
package dev.larder.gateway;

import org.jspecify.annotations.NullMarked;
