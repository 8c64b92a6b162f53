package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.ResourceTags;
import java.time.Duration;

/**
 * A stored response that is checked.
 *
 * @param route id of the route that was asked
 * @param key its key
 * @param rawPath the path that was asked for
 * @param resourceTags what can make it wrong
 * @param stamp when it was fetched, and its tags
 * @param age its current age
 */
public record AuditedResponse(
        String route, CacheKey key, String rawPath, ResourceTags resourceTags, EpochStamp stamp, Duration age) {}
