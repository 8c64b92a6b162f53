package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.Stamp;
import dev.larder.gateway.route.Reach;
import java.time.Duration;

/**
 * A stored response that is checked.
 *
 * @param route id of the route that was asked
 * @param key its key
 * @param rawPath the path that was asked for
 * @param reach what can make it wrong
 * @param stamp when it was fetched, and its tags
 * @param age its current age
 */
public record Subject(String route, CacheKey key, String rawPath, Reach reach, Stamp stamp, Duration age) {}
