package dev.larder.acceptance.insight.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.insight.workload.EndpointWorkload.Request;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.cache.spi.CacheStore;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.PolicyName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The case study's last question, on its own workload: how small may the cache be? The endpoint names the size that keeps nine
 * tenths of the hit ratio, within 15 % of what replaying the same requests over every size says. Another seed:
 * {@code -Dlarder.seed=N}.
 */
@Tag("busy")
@ExtendWith(LeakDetectionPause.class)
@Tag("thorough")
class SmallestSizeTest {

    private static final long SEED = Long.getLong("larder.seed", 1007);
    private static final int REQUESTS = Integer.getInteger("larder.workload.requests", 7_000);
    private static final long LIVE = 16 << 20;
    private static final double KEPT = 0.9;

    private final EndpointWorkload workload = new EndpointWorkload(new WorkloadEndpoints(200), SEED, REQUESTS);

    @ParameterizedTest
    @ValueSource(strings = "lru")
    void endpointNamesSmallestSizeKeepingNineTenthsOfHitRatio(String policy) {
        try (ScriptedOrigin origin = ScriptedOrigin.start().otherwise(RestService.plain());
                GatewayFixture gateway = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin))
                        .property("larder.advisor.enabled", true)
                        .property("larder.rules.all.paths", "/**")
                        .property("larder.rules.all.invalidation-scope", "pool")
                        .property("larder.store.type", policy)
                        .property("larder.store.max-size", LIVE + "B")
                        .start()) {
            play(gateway);
            JsonNode report = JsonMapper.shared()
                    .readTree(OperatorClient.of(gateway).lookAtAdvice().content());
            long exact = smallest(PolicyName.of(policy).orElseThrow(), weights(gateway));
            assertThat(named(report, policy))
                    .as("seed " + SEED + ", " + report.get("sample"))
                    .isCloseTo(exact, Percentage.withPercentage(15));
            assertThat(report.get("advice").get(0).stringValue()).contains("keep 90 % of the hit ratio");
        }
    }

    private void play(GatewayFixture gateway) {
        try (RawClient client = gateway.connect()) {
            for (Request request : (Iterable<Request>) workload.stream()::iterator) {
                String method = request.write() ? "PUT" : "GET";
                client.request(method, request.path()).read(method);
            }
        }
    }

    private static long named(JsonNode report, String policy) {
        for (JsonNode curve : report.get("policies")) {
            if (curve.get("policy").stringValue().equals(policy)) {
                return curve.get("keeping").asLong();
            }
        }
        throw new AssertionError("no curve of " + policy + " in " + report);
    }

    /** What the response of each endpoint weighs in the store. */
    private static Map<String, Long> weights(GatewayFixture gateway) {
        CacheStore<?> store = gateway.context().getBean("larderStore", CacheStore.class);
        Map<String, Long> weights = new HashMap<>();
        try (var keys = store.contents().orElseThrow().keys()) {
            keys.forEach(key -> store.getAtOnce(key)
                    .ifPresent(entry -> weights.put(key.parts().get(4), entry.weight())));
        }
        return weights;
    }

    private long smallest(PolicyName policy, Map<String, Long> weights) {
        double wanted = KEPT * hitRatio(policy, LIVE, weights);
        long tooSmall = 0;
        long enough = LIVE;
        while (enough - tooSmall > enough / 200) {
            long middle = (tooSmall + enough) / 2;
            if (hitRatio(policy, middle, weights) >= wanted) {
                enough = middle;
            } else {
                tooSmall = middle;
            }
        }
        return enough;
    }

    /** Hits among the reads, where that policy rules over so many bytes and a write drops its pool. */
    private double hitRatio(PolicyName name, long capacity, Map<String, Long> weights) {
        EvictionPolicy<String> policy = name.create(capacity, 1);
        Map<String, Set<String>> valid = new HashMap<>();
        long reads = 0;
        long hits = 0;
        for (Request request : (Iterable<Request>) workload.stream()::iterator) {
            String path = request.path();
            Set<String> pool = valid.computeIfAbsent(WorkloadEndpoints.pool(path), first -> new HashSet<>());
            if (request.write()) {
                pool.clear();
                continue;
            }
            reads++;
            if (pool.contains(path)) {
                hits++;
                policy.onHit(path);
            } else {
                policy.onRemove(path);
                pool.add(path);
                policy.onStore(path, weights.getOrDefault(path, 1_000L), 0)
                        .forEach(victim ->
                                valid.get(WorkloadEndpoints.pool(victim)).remove(victim));
            }
        }
        return (double) hits / reads;
    }
}
