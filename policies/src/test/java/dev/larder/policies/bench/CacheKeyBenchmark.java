package dev.larder.policies.bench;

import dev.larder.cache.spi.CacheKey;
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

/** What every request pays for its key: making and hashing it; and what few pay, its digest and its parts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CacheKeyBenchmark {

    private final String[] parts = {
        "GET", "shop.example.org", "http", "10.0.0.7:8080", "/api/v1/products/4711", "?currency=EUR&lang=de", "products"
    };
    private final CacheKey key = CacheKey.of(parts);
    private final CacheKey same = CacheKey.of(parts);

    /** As a gateway makes it, of seven parts and 86 characters. */
    @Benchmark
    public CacheKey make() {
        return CacheKey.of(parts);
    }

    @Benchmark
    public boolean compare() {
        return key.equals(same);
    }

    @Benchmark
    public String digest() {
        return key.digest();
    }

    /** How the store of a rule is found. */
    @Benchmark
    public boolean hasPart() {
        return key.hasPart(6, "products");
    }

    /** How it would be found by decoding. */
    @Benchmark
    public boolean decodedPart() {
        return key.parts().get(6).equals("products");
    }
}
