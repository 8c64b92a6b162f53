package dev.larder.acceptance.insight.workload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.insight.workload.RecordedTrace.Ask;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.message.LarderClock;
import dev.larder.insight.advisor.TriedSizes;
import dev.larder.policies.ghost.CandidatePolicy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the advisor of a live gateway says of all policies and sizes, held against what comes of replaying the same requests,
 * with what they weigh in the live store: of a few keys that are all followed, or of recorded traces by one key in sixteen,
 * {@code -Dlarder.advisor.traces=FILE,FILE}, of each the first {@code -Dlarder.advisor.requests=N}; how many keys: {@code
 * -Dlarder.advisor.one-in=N}.
 */
@Tag("busy")
@ExtendWith(LeakDetectionPause.class)
@Tag("thorough")
class AdvisorAccuracyTest {

    private static final String TRACES = System.getProperty("larder.advisor.traces", "");
    private static final int MOST = Integer.getInteger("larder.advisor.requests", Integer.MAX_VALUE);
    private static final int ONE_IN = Integer.getInteger("larder.advisor.one-in", TRACES.isEmpty() ? 1 : 16);
    private static final long MEMORY = 8 << 20;
    private static final double POINTS = 100;

    /** About what is stored of a response beside its content. */
    private static final long BESIDE = 600;

    private static final int PATH = 4;

    /** By whose watch no work takes any time, so that the sample is as large on a busy machine as on an idle one. */
    private static final class Patient implements LarderClock {

        private final LarderClock clock = LarderClock.system();

        @Override
        public Instant steady() {
            return clock.steady();
        }

        @Override
        public Instant wall() {
            return clock.wall();
        }

        @Override
        public long nanos() {
            return 0;
        }
    }

    private final Map<String, Integer> lengths = new HashMap<>();
    private final Map<String, Long> weights = new HashMap<>();
    private List<String> key = List.of();

    static Stream<RecordedTrace> traces() {
        return TRACES.isEmpty()
                ? Stream.of(RecordedTrace.generated(9_000, 3_000, 1))
                : Stream.of(TRACES.split(",", -1)).map(file -> RecordedTrace.of(Path.of(file), MOST));
    }

    @ParameterizedTest
    @MethodSource("traces")
    void predictedHitRatiosAreWithinTwoPointsOfFullReplay(RecordedTrace trace) {
        long footprint = prepare(trace);
        try (ScriptedOrigin origin = ScriptedOrigin.start().otherwise(this::answer);
                GatewayFixture gateway = gateway(origin, footprint)) {
            play(gateway, trace);
            JsonNode report = JsonMapper.shared()
                    .readTree(OperatorClient.of(gateway).lookAtAdvice().content());
            JsonNode sample = report.get("sample");
            Map<String, List<double[]>> errors = errors(report, trace.asks());
            System.out.println(said(trace, errors, sample));
            assertThat(sample.get("dropped").asLong()).isZero();
            assertThat(sample.get("oneIn").asLong()).isGreaterThanOrEqualTo(ONE_IN);
            assertThat(sample.get("memoryBytes").asLong()).isLessThanOrEqualTo(MEMORY);
            assertThat(errors).hasSize(CandidatePolicy.values().length);
            assertThat(mean(errors.values().stream().flatMap(List::stream), 0)).isLessThan(2);
            assertThat(mean(errors.values().stream().flatMap(List::stream), 1)).isLessThan(2);
        }
    }

    /** Notes what is sent for each path. Returns about what all of it weighs in a store. */
    private long prepare(RecordedTrace trace) {
        trace.asks().forEach(ask -> lengths.putIfAbsent(ask.path(), trace.length(ask)));
        return lengths.values().stream().mapToLong(length -> length + BESIDE).sum();
    }

    private static GatewayFixture gateway(ScriptedOrigin origin, long footprint) {
        List<Long> sizes = DoubleStream.of(1, 5, 10, 40)
                .mapToObj(part -> Math.round(footprint * part / POINTS))
                .toList();
        return OperatorClient.admitted(GatewayFixture.inJvm().origin(origin))
                .clock(new Patient())
                .property("larder.advisor.enabled", true)
                .property("larder.advisor.policies", String.join(",", CandidatePolicy.names()))
                .bean(TriedSizes.class, new TriedSizes(sizes))
                .property("larder.advisor.sample-rate", 1.0 / ONE_IN)
                .property("larder.store.type", "lru")
                .property("larder.store.max-size", footprint / 5 + "B")
                .property("larder.store.max-object-size", footprint / 5 + "B")
                .start();
    }

    private ResponseScript answer(ReceivedRequest request) {
        return request.method().equals("GET")
                ? ResponseScript.status(200, "Cache-Control", "max-age=86400")
                        .part(new byte[requireNonNull(lengths.get(request.path()))])
                : ResponseScript.status(204);
    }

    /** Sends one request after the other, and notes what comes to weigh what. */
    private void play(GatewayFixture gateway, RecordedTrace trace) {
        CacheStore<?> store = gateway.context().getBean("larderStore", CacheStore.class);
        try (RawClient client = gateway.connect()) {
            for (Ask ask : trace.asks()) {
                String method = ask.write() ? "PUT" : "GET";
                client.request(method, ask.path()).read(method);
                if (!ask.write() && !weights.containsKey(ask.path())) {
                    weight(store, ask.path()).ifPresent(weight -> weights.put(ask.path(), weight));
                }
            }
        }
    }

    private Optional<Long> weight(CacheStore<?> store, String path) {
        if (key.isEmpty()) {
            try (var keys = store.contents().orElseThrow().keys()) {
                key = keys.findAny().map(CacheKey::parts).orElseThrow();
            }
        }
        List<String> parts = new ArrayList<>(key);
        parts.set(PATH, path);
        return store.getAtOnce(CacheKey.of(parts.toArray(String[]::new))).map(CacheEntry::weight);
    }

    /** For each policy, over sizes, how far its hit ratios and byte hit ratios are from what is so, in points. */
    private Map<String, List<double[]>> errors(JsonNode report, List<Ask> asks) {
        Map<String, List<double[]>> errors = new HashMap<>();
        for (JsonNode curve : report.get("policies")) {
            String policy = curve.get("policy").stringValue();
            for (JsonNode point : curve.get("curve")) {
                ExactReplay exact =
                        ExactReplay.of(asks, policy, point.get("bytes").asLong(), weights);
                errors.computeIfAbsent(policy, first -> new ArrayList<>()).add(new double[] {
                    POINTS * Math.abs(point.get("hitRatio").asDouble() - exact.hitRatio()),
                    POINTS * Math.abs(point.get("byteHitRatio").asDouble() - exact.byteHitRatio())
                });
            }
        }
        return errors;
    }

    private static double mean(Stream<double[]> errors, int column) {
        return errors.mapToDouble(error -> error[column]).average().orElseThrow();
    }

    private static String said(RecordedTrace trace, Map<String, List<double[]>> errors, JsonNode sample) {
        String byPolicy = errors.entrySet().stream()
                .map(policy ->
                        String.format(Locale.ROOT, "%s %.2f", policy.getKey(), mean(policy.getValue().stream(), 0)))
                .sorted()
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%s, sizes by %d: mean error %.2f points, of bytes %.2f (%s); %s",
                trace.name(),
                trace.scale(),
                mean(errors.values().stream().flatMap(List::stream), 0),
                mean(errors.values().stream().flatMap(List::stream), 1),
                byPolicy,
                sample);
    }
}
