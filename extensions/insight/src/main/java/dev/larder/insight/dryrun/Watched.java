package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.observe.Section;
import dev.larder.gateway.route.KeySettings;

/**
 * A request that was forwarded although the cache would have had something to do with it.
 *
 * @param section by which it is counted
 * @param settings what its rule makes part of the key
 * @param features what may tell it from other requests
 */
public record Watched(Section section, KeySettings settings, CacheKey key, Features features) {}
