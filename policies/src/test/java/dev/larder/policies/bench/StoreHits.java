package dev.larder.policies.bench;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Hits a second of each store, 10,000 entries that fill it, Zipf. {@code caffeine} is {@link CaffeineStore};
 * {@code caffeine-bare} is Caffeine itself with its own executor, to which it leaves its bookkeeping. With {@code expiry},
 * entries have an end and every hit has to look at a clock; without, they have none, and only {@link CaffeineStore} looks.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StoreHits {

    private static final int ENTRIES = 10_000;
    private static final int REQUESTS = 1 << 16;
    private static final Instant FAR = Instant.parse("2999-01-01T00:00:00Z");

    @Param({
        "caffeine-bare",
        "caffeine",
        "lru",
        "lfu",
        "fifo",
        "random",
        "gds",
        "gdsf",
        "gdsf-refusing",
        "lfuda",
        "tinylfu",
        "s3fifo",
        "sieve",
        "larder"
    })
    public String store;

    @Param({"true", "false"})
    public boolean expiry;

    private Function<CacheKey, Object> hit;
    private final CacheKey[] requests = new CacheKey[REQUESTS];

    /** Where a thread is in the requests; each starts elsewhere. */
    @State(Scope.Thread)
    public static class Position {

        private static final AtomicInteger THREADS = new AtomicInteger();
        private int next = THREADS.getAndIncrement() * 7919;
    }

    @Setup
    public void fill() {
        if (store.equals("caffeine-bare")) {
            hit = bareCaffeine()::getIfPresent;
        } else {
            CacheStore<String> filled = emptyStore();
            for (int thing = 0; thing < ENTRIES; thing++) {
                filled.put(Popularity.key(thing), entry(thing));
            }
            hit = filled::get;
        }
        CacheKey[] keys = new CacheKey[ENTRIES];
        for (int thing = 0; thing < ENTRIES; thing++) {
            keys[thing] = Popularity.key(thing);
        }
        int[] things = Popularity.requests(1, REQUESTS, ENTRIES);
        for (int i = 0; i < REQUESTS; i++) {
            requests[i] = keys[things[i]];
        }
    }

    private CacheStore<String> emptyStore() {
        long capacity = 1_000L * ENTRIES;
        return store.equals("caffeine")
                ? new CaffeineStore<>(capacity, InstantSource.system(), RemovalListener.none())
                : new BoundedStore<>(
                        PolicyName.of(store).orElseThrow().create(capacity, 1),
                        InstantSource.system(),
                        RemovalListener.none());
    }

    private Cache<CacheKey, CacheEntry<String>> bareCaffeine() {
        Caffeine<CacheKey, CacheEntry<String>> builder = Caffeine.newBuilder()
                .maximumWeight(1_000L * ENTRIES)
                .weigher((CacheKey key, CacheEntry<String> entry) -> (int) entry.weight());
        if (expiry) {
            builder.expireAfterWrite(Duration.ofDays(1));
        }
        Cache<CacheKey, CacheEntry<String>> cache = builder.build();
        for (int thing = 0; thing < ENTRIES; thing++) {
            cache.put(Popularity.key(thing), entry(thing));
        }
        return cache;
    }

    private CacheEntry<String> entry(int thing) {
        return CacheEntry.of("value", 500 + thing % 1_000, 1_000_000, expiry ? FAR : Instant.MAX);
    }

    @Benchmark
    @Threads(1)
    public Object threads1(Position position) {
        return hit.apply(requests[position.next++ & (REQUESTS - 1)]);
    }

    @Benchmark
    @Threads(2)
    public Object threads2(Position position) {
        return hit.apply(requests[position.next++ & (REQUESTS - 1)]);
    }

    @Benchmark
    @Threads(8)
    public Object threads8(Position position) {
        return hit.apply(requests[position.next++ & (REQUESTS - 1)]);
    }
}
