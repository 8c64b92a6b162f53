package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.Reason;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request and its key.
 *
 * @param exchange as it is to be forwarded
 * @param key without what could not be known, if the request has none
 * @param obstacle why the request has no key that the store could be asked by; empty if it has one
 */
record KeyedRequest(ServerWebExchange exchange, CacheKey key, Optional<Reason> obstacle) {}
