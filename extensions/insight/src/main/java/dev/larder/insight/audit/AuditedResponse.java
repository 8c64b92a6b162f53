package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.ResourceTags;
import java.time.Duration;

/**
 * A stored response to be checked.
 *
 * @param route id of the requested route
 * @param key its key
 * @param rawPath requested path
 * @param resourceTags tags whose invalidation affects it
 * @param stamp epoch of its fetch, and its tags
 * @param age its current age
 */
public record AuditedResponse(
        String route, CacheKey key, String rawPath, ResourceTags resourceTags, EpochStamp stamp, Duration age) {}
