package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** F8: an origin that resets every other connection is neither remembered as broken nor overrun when it is well again. */
@Tag("thorough")
class FlappingOriginTest {

    private static final int REQUESTS = 300;
    private static final int PATHS = 20;
    private static final int CROWD = 100;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-F8")
    void sendsOnlyWholeResponsesAndErrorsThatAreNotStored() {
        STAGE.gateway().expect(502);
        long seed = System.nanoTime();
        var random = new Random(seed);
        int failed = 0;
        for (int i = 0; i < REQUESTS; i++) {
            String one = path + "/" + random.nextInt(PATHS);
            STAGE.origin().on(one, random.nextBoolean() ? ResponseScript.hangUp(TransferEnd.RESET) : whole(one));
            int asked = STAGE.origin().count(one);
            ReceivedResponse response = STAGE.get(one);
            assertThat(response.status()).as("seed %d", seed).isIn(200, 502);
            if (response.status() == 200) {
                assertThat(response.content()).isEqualTo(one);
            } else {
                failed++;
                assertThat(STAGE.origin().count(one))
                        .as("seed %d: an error is none that was stored", seed)
                        .isGreaterThan(asked);
            }
        }
        assertThat(failed).as("seed %d", seed).isPositive();
        for (int i = 0; i < PATHS; i++) {
            String one = path + "/" + i;
            STAGE.origin().on(one, whole(one));
            assertThat(STAGE.get(one).content()).as("seed %d", seed).isEqualTo(one);
        }
    }

    @Test
    @Tag("hardening-F8")
    void concurrentRequestsAfterRecoveryShareOneOriginRequest() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.RESET));
        ConcurrentClients<ReceivedResponse> before = ConcurrentClients.start(CROWD, i -> STAGE.get(path));
        assertThat(before.results()).allMatch(response -> response.status() == 502);
        int asked = STAGE.origin().count(path);

        STAGE.origin().on(path, whole(path));
        ConcurrentClients<ReceivedResponse> after = ConcurrentClients.start(CROWD, i -> STAGE.get(path));

        assertThat(after.results()).allMatch(response -> response.content().equals(path));
        assertThat(STAGE.origin().count(path)).isEqualTo(asked + 1);
    }

    private static ResponseScript whole(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60");
    }
}
