package dev.larder.acceptance.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The hit ratio of a cold start with a warm-up from the access log of the same traffic, and without; and what the origin had to
 * answer for it.
 */
class WarmUpHitRatioTest {

    /** Steady is what the clients have after twelve times the time that a cold start has, run in a sixth of it. */
    private static final int HASTE = 6;

    private static final Duration LATENCY = Duration.ofMillis(20);

    @TempDir
    Path folder;

    private final List<Long> warming = Collections.synchronizedList(new ArrayList<>());

    /**
     * Sizes of a run.
     *
     * @param start time after the start at which the ratio counts
     * @param resources resources, popular by Zipf's law
     * @param rate requests of clients per second
     * @param maxRate requests of the warm-up per second
     * @param required share of the steady hit ratio
     */
    private record Scale(Duration start, int resources, int rate, int maxRate, double required) {

        /** The ratio counts over the last sixth before that time. */
        Duration window() {
            return start.dividedBy(6);
        }
    }

    /** A tenth of the time; the machine of a build may slow the origin, or hold requests back and pass them on together. */
    @Test
    void coldStartWithWarmUpSoonReachesSteadyHitRatio() throws IOException {
        compare(new Scale(Duration.ofSeconds(6), 600, 60, 150, 0.8), 1.25);
    }

    @Test
    @Tag("thorough")
    void coldStartWithWarmUpReachesSteadyHitRatioWithinMinute() throws IOException {
        compare(new Scale(Duration.ofSeconds(60), 8_000, 50, 100, 0.9), 1.05);
    }

    private void compare(Scale scale, double jitter) throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.otherwise(request -> {
                if ("Larder-Warm-Up".equals(request.fields().get("User-Agent"))) {
                    warming.add(System.nanoTime());
                }
                return ResponseScript.ok("content of " + request.target(), "Cache-Control", "max-age=3600")
                        .latency(LATENCY);
            });
            Path log = folder.resolve("access.log");
            double steady = steady(scale, origin, log);
            double cold = coldStart(scale, GatewayFixture.inJvm().origin(origin));
            assertThat(warming).isEmpty();
            double warm = coldStart(
                    scale,
                    GatewayFixture.inJvm()
                            .origin(origin)
                            .property("larder.warm-up.from.access-log", log)
                            .property("larder.warm-up.host", "example.test")
                            .property("larder.warm-up.max-rate", scale.maxRate()));
            long busiest = busiestSecond();
            System.out.println(String.format(
                    Locale.ROOT,
                    "hit ratio steady %.3f, %d s after a cold start %.3f with and %.3f without warm-up; "
                            + "%d requests of the warm-up, at most %d in any second of %d allowed",
                    steady,
                    scale.start().toSeconds(),
                    warm,
                    cold,
                    warming.size(),
                    busiest,
                    scale.maxRate()));
            assertThat(warm).isGreaterThanOrEqualTo(scale.required() * steady);
            assertThat(warm).isGreaterThan(cold);
            assertThat((double) busiest).isLessThanOrEqualTo(jitter * scale.maxRate());
        }
    }

    private static double steady(Scale scale, ScriptedOrigin origin, Path log) throws IOException {
        try (var gateway = GatewayFixture.inJvm().origin(origin).start()) {
            Duration whole = scale.start().multipliedBy(2);
            var traffic = new ZipfTraffic(gateway, scale.resources(), HASTE * scale.rate(), 1).run(whole);
            Files.writeString(log, traffic.accessLog());
            return traffic.hitRatio(whole.minus(scale.window()), whole);
        }
    }

    private static double coldStart(Scale scale, GatewayFixture.Builder builder) {
        try (var gateway = builder.start()) {
            var traffic = new ZipfTraffic(gateway, scale.resources(), scale.rate(), 2).run(scale.start());
            return traffic.hitRatio(scale.start().minus(scale.window()), scale.start());
        }
    }

    private long busiestSecond() {
        List<Long> times = warming.stream().sorted().toList();
        long busiest = 0;
        int begin = 0;
        for (int end = 0; end < times.size(); end++) {
            while (times.get(end) - times.get(begin) >= TimeUnit.SECONDS.toNanos(1)) {
                begin++;
            }
            busiest = Math.max(busiest, end - begin + 1);
        }
        return busiest;
    }
}
