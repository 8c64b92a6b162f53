package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** X6: two thousand clients that drip their heads, and some that read nothing, take next to nothing from the others. */
@Tag("thorough")
class ManySlowClientsTest {

    private static final int SLOW = 2_000;
    private static final int DEAF = 50;
    private static final int REQUESTS = 1_000;
    private static final int SMALL_BUFFER = 4_096;

    /** What the other processes of a busy machine may do to the slowest request in a hundred, slow clients or none. */
    private static final Duration NOISE = Duration.ofMillis(250);

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.limits.request-header-timeout", "4s"));

    private final String path = UniquePath.next();
    private final List<RawClient> slow = new ArrayList<>();
    private final List<RawClient> deaf = new ArrayList<>();

    @Test
    @Tag("hardening-X6")
    void slowClientsDoNotDelayOtherClients() {
        STAGE.origin().on(path, ResponseScript.ok("x".repeat(500_000), "Cache-Control", "max-age=60"));
        String small = UniquePath.next();
        STAGE.origin().on(small, ResponseScript.ok("good", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        STAGE.get(small);
        slowest(small);
        Duration quiet = slowest(small);
        try {
            crowd();
            Duration crowded = slowest(small);
            Duration twice = quiet.multipliedBy(2);
            assertThat(crowded).isLessThan(twice.compareTo(NOISE) < 0 ? NOISE : twice);
            slow.forEach(ManySlowClientsTest::assertSentAway);
        } finally {
            slow.forEach(RawClient::close);
            deaf.forEach(RawClient::close);
        }
    }

    private void crowd() {
        for (int i = 0; i < SLOW; i++) {
            slow.add(STAGE.gateway().connect().send("GET / HT"));
        }
        String requests = RawClient.head("GET", path, RawFields.NONE).repeat(20);
        for (int i = 0; i < DEAF; i++) {
            deaf.add(STAGE.gateway().connect(SMALL_BUFFER).send(requests));
        }
    }

    /** What 99 of 100 requests take at most, while the slow ones drip. */
    private Duration slowest(String target) {
        long[] took = new long[REQUESTS];
        try (RawClient client = STAGE.gateway().connect()) {
            for (int i = 0; i < REQUESTS; i++) {
                if (!slow.isEmpty()) {
                    slow.get(i).send("T");
                }
                long begun = System.nanoTime();
                assertThat(client.request("GET", target).read().content()).isEqualTo("good");
                took[i] = System.nanoTime() - begun;
            }
        }
        Arrays.sort(took);
        return Duration.ofNanos(took[REQUESTS - REQUESTS / 100]);
    }

    private static void assertSentAway(RawClient client) {
        ReceivedResponse response = client.read();
        assertThat(response.status()).as("%s", response).isIn(400, 408, 0);
        assertThat(response.end()).isNotEqualTo(TransferEnd.SILENCE);
    }
}
