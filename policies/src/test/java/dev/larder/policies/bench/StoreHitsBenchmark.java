package dev.larder.policies.bench;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import java.time.Duration;
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
 * Hits a second of each store, 10,000 entries that fill it, Zipf. {@code caffeine} is the store over Caffeine;
 * {@code caffeine-bare} is Caffeine itself with its own executor, to which it leaves its bookkeeping. With {@code expiry},
 * entries have an end and every hit has to look at a clock: that of a gateway, and Caffeine at its own; without, none looks.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StoreHitsBenchmark {

    private static final int ENTRIES = 10_000;
    private static final int REQUESTS = 1 << 16;

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
            CacheStore<String> filled = BenchmarkStores.empty(store, 1_000L * ENTRIES, BenchmarkStores.steady());
            for (int thing = 0; thing < ENTRIES; thing++) {
                filled.put(ZipfRequests.key(thing), BenchmarkStores.entry(thing, expiry));
            }
            hit = filled::get;
        }
        CacheKey[] keys = new CacheKey[ENTRIES];
        for (int thing = 0; thing < ENTRIES; thing++) {
            keys[thing] = ZipfRequests.key(thing);
        }
        int[] things = ZipfRequests.requests(1, REQUESTS, ENTRIES);
        for (int i = 0; i < REQUESTS; i++) {
            requests[i] = keys[things[i]];
        }
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
            cache.put(ZipfRequests.key(thing), BenchmarkStores.entry(thing, expiry));
        }
        return cache;
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
