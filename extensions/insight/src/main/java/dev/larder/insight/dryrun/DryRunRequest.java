package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.KeySettings;

/**
 * A forwarded request that the cache would have handled.
 *
 * @param section by which it is counted
 * @param settings key settings of its rule
 * @param features what may distinguish it from other requests
 */
public record DryRunRequest(RuleScope section, KeySettings settings, CacheKey key, RequestFeatures features) {}
