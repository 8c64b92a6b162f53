package com.example.hello;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the hits of each route. Called on event loops: it does not block. */
final class HitCounter implements CacheEventListener {

    private final Map<String, LongAdder> hits = new ConcurrentHashMap<>();

    @Override
    public void hit(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {
        hits.computeIfAbsent(route, first -> new LongAdder()).increment();
    }

    /** Returns the number of hits, by route. */
    Map<String, Long> byRoute() {
        Map<String, Long> counts = new TreeMap<>();
        hits.forEach((route, count) -> counts.put(route, count.sum()));
        return counts;
    }

    /** Returns the number of hits of all routes. */
    long sum() {
        return hits.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
