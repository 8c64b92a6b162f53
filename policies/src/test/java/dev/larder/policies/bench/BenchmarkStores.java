package dev.larder.policies.bench;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Stores of every type by the name that a gateway has for it. */
final class BenchmarkStores {

    private static final Instant FAR = Instant.parse("2999-01-01T00:00:00Z");

    private BenchmarkStores() {}

    /** An empty store of this type and bound, in bytes. */
    static <V> CacheStore<V> empty(String type, long capacity, InstantSource clock) {
        return type.equals("caffeine")
                ? new CaffeineStore<>(capacity, clock, RemovalListener.none())
                : new BoundedStore<>(
                        PolicyName.of(type).orElseThrow().create(capacity, 1), clock, RemovalListener.none());
    }

    /** An entry of about a thousand bytes, that ends one day or never. */
    static CacheEntry<String> entry(int thing, boolean expiry) {
        return CacheEntry.of("value", 500 + thing % 1_000, 1_000_000, expiry ? FAR : Instant.MAX);
    }

    /** The clock of a gateway: it starts at the time of day, and never jumps. */
    static InstantSource steady() {
        Instant start = Instant.now();
        long nanos = System.nanoTime();
        return () -> start.plus(Duration.ofNanos(System.nanoTime() - nanos));
    }
}
