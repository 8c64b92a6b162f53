package dev.larder.policies.bench;

import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.PolicyName;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Requests a second of each policy on one thread, as a simulator makes them: 40,000 objects of very different sizes, Zipf. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PolicyReplayBenchmark {

    private static final int REQUESTS = 200_000;
    private static final int OBJECTS = 40_000;

    @Param({
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
    public String policy;

    @Param({"0.01", "0.1"})
    public double share;

    private final Integer[] keys = new Integer[OBJECTS];
    private final long[] sizes = new long[OBJECTS];
    private int[] requests = {};
    private long capacity;

    @Setup
    public void generate() {
        var random = new Random(1);
        long footprint = 0;
        for (int i = 0; i < OBJECTS; i++) {
            keys[i] = i;
            sizes[i] = 1 + (long) Math.exp(random.nextGaussian() * 1.5 + 8);
            footprint += sizes[i];
        }
        requests = ZipfRequests.requests(2, REQUESTS, OBJECTS);
        capacity = (long) (footprint * share);
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public int replay() {
        EvictionPolicy<Integer> fresh = PolicyName.of(policy).orElseThrow().create(capacity, 1);
        var resident = new boolean[OBJECTS];
        int hits = 0;
        for (int request : requests) {
            if (resident[request]) {
                hits++;
                fresh.onHit(keys[request]);
            } else {
                resident[request] = true;
                List<Integer> victims = fresh.onStore(keys[request], sizes[request], 0);
                for (int i = 0; i < victims.size(); i++) {
                    resident[victims.get(i)] = false;
                }
            }
        }
        return hits;
    }
}
