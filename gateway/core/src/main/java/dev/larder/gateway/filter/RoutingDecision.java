package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;

/**
 * Cached routing decision, by which requests that are routed alike can be looked up without being routed again.
 *
 * @param key the key that was looked up
 * @param target target as it is forwarded
 * @param pool pool that the target belongs to
 * @param rule rule that applies
 * @param policy policy of the rule, combined with the arguments of the route's filter
 * @param rules the rules among which that rule was found
 */
public record RoutingDecision(
        CacheKey key, URI target, String pool, RequestRule rule, CachePolicy policy, RuleSnapshot rules) {}
