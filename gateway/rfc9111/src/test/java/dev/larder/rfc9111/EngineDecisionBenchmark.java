package dev.larder.rfc9111;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one decision of the engine costs: whether a response answers a request, with what, and whether one is stored. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineDecisionBenchmark {

    private static final ResponseHead RESPONSE = EngineFixtures.ok(
            "Content-Type",
            "application/json",
            "Cache-Control",
            "public, max-age=3600",
            "ETag",
            "\"v1\"",
            "Date",
            EngineFixtures.date(0),
            "Content-Length",
            "1000");

    private final RequestHead plain = EngineFixtures.get("Host", "origin.test", "Accept", "*/*", "User-Agent", "bench");
    private final RequestHead conditional = EngineFixtures.get("Host", "origin.test", "If-None-Match", "\"v1\"");
    private final Optional<ResponseVariants> variants = EngineFixtures.only(EngineFixtures.stored(plain, RESPONSE));
    private final StoredResponse stored = variants.orElseThrow().responses().get(0);
    private final Instant now = EngineFixtures.after(10);

    /** RFC 9111 4: a hit. */
    @Benchmark
    public ReuseVerdict reuse() {
        return Reuse.judge(plain, variants, EngineFixtures.POLICY, now);
    }

    /** The same for a request that is known to be plain, and to select this response. */
    @Benchmark
    public boolean reuseOfKnown() {
        return Reuse.canServeWithoutOrigin(stored, EngineFixtures.POLICY, now);
    }

    /** The whole response, and its head. */
    @Benchmark
    public ConstructedResponse answer() {
        return ResponseConstruction.construct(plain, stored, now);
    }

    /** 304. */
    @Benchmark
    public ConstructedResponse notModified() {
        return ResponseConstruction.construct(conditional, stored, now);
    }

    /** RFC 9111 3: whether it is stored. */
    @Benchmark
    public StoreVerdict store() {
        return Storability.judge(plain, RESPONSE, EngineFixtures.POLICY, EngineFixtures.NOW);
    }
}
