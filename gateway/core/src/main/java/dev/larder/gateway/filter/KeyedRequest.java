package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.Reason;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request and its key.
 *
 * @param exchange the exchange as it is to be forwarded
 * @param key the key; incomplete if parts of it could not be determined
 * @param obstacle why the key cannot be used for the store; empty if it can
 */
record KeyedRequest(ServerWebExchange exchange, CacheKey key, Optional<Reason> obstacle) {}
