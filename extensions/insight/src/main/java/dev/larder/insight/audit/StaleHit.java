package dev.larder.insight.audit;

import java.util.List;

/**
 * A response from the store proven stale.
 *
 * @param route id of its route
 * @param pool its pool
 * @param key its cache key
 * @param ageSeconds its current age
 * @param writtenSince the pools written to since it was fetched, the likeliest first: one of them should have invalidated it
 */
public record StaleHit(String route, String pool, String key, long ageSeconds, List<String> writtenSince) {}
