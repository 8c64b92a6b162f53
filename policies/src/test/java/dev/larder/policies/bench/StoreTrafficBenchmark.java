package dev.larder.policies.bench;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.openjdk.jmh.annotations.Warmup;

/** A hit, a miss, and a write that evicts, in a full store of 10,000 entries; the threads are given with {@code -t}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StoreTrafficBenchmark {

    private static final int ENTRIES = 10_000;

    /** Many more than fit; a power of two. */
    private static final int KEYS = 1 << 17;

    @Param({
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

    private final CacheKey[] keys = new CacheKey[KEYS];
    private CacheStore<String> filled = BenchmarkStores.empty("fifo", 1, InstantSource.system());

    /** Where a thread is in the keys; each starts elsewhere. */
    @State(Scope.Thread)
    public static class Position {

        private static final AtomicInteger THREADS = new AtomicInteger();
        private int next = THREADS.getAndIncrement() * 7919;

        int next(int bound) {
            return next++ & (bound - 1);
        }
    }

    @Setup
    public void fill() {
        for (int thing = 0; thing < KEYS; thing++) {
            keys[thing] = ZipfRequests.key(thing);
        }
        filled = BenchmarkStores.empty(store, 1_000L * ENTRIES, BenchmarkStores.steady());
        for (int thing = 0; thing < ENTRIES; thing++) {
            filled.put(keys[thing], BenchmarkStores.entry(thing, true));
        }
    }

    /** Keys in turn, that were stored last. */
    @Benchmark
    public Object hit(Position position) {
        return filled.get(keys[ENTRIES - 1 - position.next(1 << 12)]);
    }

    /** A key that was never stored. */
    @Benchmark
    public Object miss(Position position) {
        return filled.get(keys[KEYS / 2 + position.next(KEYS / 2)]);
    }

    /** One of many keys in turn: nearly every write has to make room. */
    @Benchmark
    public Object evict(Position position) {
        int thing = position.next(KEYS);
        return filled.put(keys[thing], BenchmarkStores.entry(thing, true));
    }
}
