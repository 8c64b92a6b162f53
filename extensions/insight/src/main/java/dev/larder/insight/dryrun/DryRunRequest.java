package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.KeySettings;

/**
 * A request that was forwarded although the cache would have had something to do with it.
 *
 * @param section by which it is counted
 * @param settings what its rule makes part of the key
 * @param features what may tell it from other requests
 */
public record DryRunRequest(RuleScope section, KeySettings settings, CacheKey key, RequestFeatures features) {}
