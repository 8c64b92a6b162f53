package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;

/**
 * How a request was looked up: the next one that is routed alike can be looked up by this without being routed again.
 *
 * @param key by which the store was asked
 * @param target as it is forwarded
 * @param pool that it belongs to
 * @param rule that is for it
 * @param policy of the rule, with what the route's filter says beside it
 */
public record RoutingDecision(CacheKey key, URI target, String pool, RequestRule rule, CachePolicy policy) {}
