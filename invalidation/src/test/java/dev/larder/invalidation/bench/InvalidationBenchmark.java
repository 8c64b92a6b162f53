package dev.larder.invalidation.bench;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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

/** A write to a pool of few and of many entries, and what its readers pay to know. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 9, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class InvalidationBenchmark {

    private static final ResourcePath WRITTEN = ResourcePath.of("/users/5");

    /** Entries in the pool. */
    @Param({"10", "1000000"})
    public int entries;

    private final Invalidator invalidator = new Invalidator(1 << 18, 1, new LocalInvalidationBus());
    private final Map<CacheKey, CacheEntry<String>> pool = new HashMap<>();
    private EpochStamp stamp = EpochStamp.NONE;

    /** Fills the pool, and leaves no garbage of that to the measurement. */
    @Setup
    public void fill() {
        for (int n = 0; n < entries; n++) {
            var tags = TaggedResource.of(ResourcePath.of("/users/" + n)).ofResponse();
            stamp = EpochStamp.of(invalidator.epoch(), tags);
            pool.put(CacheKey.of("/users/" + n), new CacheEntry<>("v", 1_000, 0, Instant.MAX, stamp));
        }
        System.gc();
    }

    /** A whole write: fence, invalidation, end. */
    @Benchmark
    public EpochChange write() {
        FencedWrite write = invalidator
                .begin(Set.of(CacheTags.pool("users"), CacheTags.path(WRITTEN)))
                .toCompletableFuture()
                .join();
        EpochChange change = write.happened(Set.of()).toCompletableFuture().join();
        write.end();
        return change;
    }

    /** What a hit pays. */
    @Benchmark
    public EntryStatus judge() {
        return invalidator.judge(stamp);
    }
}
