package dev.larder.acceptance.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.insight.advisor.PolicySelectionSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With the type {@code auto} the store gets the policy that the traffic rewards, once, while requests go on; entries stay. */
@Tag("thorough")
class AutoPolicyTest {

    private static final long SEED = Long.getLong("larder.seed", 10);
    private static final int MAX_REQUESTS = 20_000;
    private static final int SMALL = 400;
    private static final int LARGE = 60;
    private static final int SMALL_LENGTH = 1_000;
    private static final int LARGE_LENGTH = 60_000;

    private final Random random = new Random(SEED);

    @Test
    void switchesOnceToBetterPolicyAndKeepsEntries() {
        try (ScriptedOrigin origin = ScriptedOrigin.start().otherwise(AutoPolicyTest::answer);
                GatewayFixture gateway = gateway(origin);
                RawClient client = gateway.connect()) {
            var registry = gateway.context().getBean(MeterRegistry.class);
            CacheStore<?> store = gateway.context().getBean("larderStore", CacheStore.class);
            StoreContents contents = store.contents().orElseThrow();
            int requests = 0;
            Set<String> before = new TreeSet<>();
            while (changes(registry) == 0) {
                assertThat(requests++).as("seed %d: requests", SEED).isLessThan(MAX_REQUESTS);
                before = keys(contents);
                get(client);
                assertThat(contents.weight()).isLessThanOrEqualTo(contents.maxWeight());
            }
            Set<String> gone = before;
            gone.removeAll(keys(contents));
            assertThat(gone.stream().mapToInt(AutoPolicyTest::length).sum())
                    .as("gone, for the one request that may have needed room meanwhile: %s", gone)
                    .isLessThanOrEqualTo(2 * LARGE_LENGTH);
            JsonNode choice = JsonMapper.shared()
                    .readTree(OperatorClient.of(gateway).lookAtAdvice().content())
                    .get("choice");
            assertThat(choice.get("auto").booleanValue()).isTrue();
            assertThat(choice.get("last").get("from").stringValue()).isEqualTo("caffeine");
            String now = choice.get("policy").stringValue();
            assertThat(choice.get("last").get("to").stringValue())
                    .isEqualTo(now)
                    .isNotEqualTo("caffeine");
            assertThat(registry.get("larder.store.policy")
                            .tag("policy", now)
                            .gauge()
                            .value())
                    .isEqualTo(1);
            for (int i = 0; i < 2_000; i++) {
                get(client);
            }
            assertThat(changes(registry)).isEqualTo(1);
        }
    }

    private static GatewayFixture gateway(ScriptedOrigin origin) {
        return OperatorClient.admitted(GatewayFixture.inJvm().origin(origin))
                .property("larder.store.type", "auto")
                .property("larder.store.max-size", "1MB")
                .property("larder.store.max-object-size", "512KB")
                .bean(
                        PolicySelectionSettings.class,
                        new PolicySelectionSettings(2, 3, Duration.ofMillis(50), 300, Duration.ofMinutes(30)))
                .property("larder.advisor.policies", "gdsf,lru")
                .start();
    }

    /** Two thirds of the requests are for small things, the others for large ones, which are asked for as often but take the room. */
    private void get(RawClient client) {
        String path = random.nextInt(3) > 0 ? "/small/" + random.nextInt(SMALL) : "/large/" + random.nextInt(LARGE);
        ReceivedResponse answer = client.request("GET", path).read();
        assertThat(answer.status()).isEqualTo(200);
    }

    private static ResponseScript answer(ReceivedRequest request) {
        return ResponseScript.ok("x".repeat(length(request.path())), "Cache-Control", "max-age=600");
    }

    private static int length(String keyOrPath) {
        return keyOrPath.contains("/small/") ? SMALL_LENGTH : LARGE_LENGTH;
    }

    private static double changes(MeterRegistry registry) {
        return registry.get("larder.store.policy.changes").functionCounter().count();
    }

    private static Set<String> keys(StoreContents contents) {
        Set<String> keys = new TreeSet<>();
        try (var stored = contents.keys()) {
            stored.forEach(key -> keys.add(key.toString()));
        }
        return keys;
    }
}
