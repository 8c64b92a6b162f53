package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A connection whose requests have all been answered takes the next one (RFC 9112 9.3). */
class ConnectionReuseTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    void connectionIsStillReadAfterPipelinedHit() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        try (RawClient client = STAGE.gateway().connect()) {
            for (int i = 0; i < 20; i++) {
                client.send(RawClient.head("GET", path + "?" + i, RawFields.NONE)
                        + RawClient.head("GET", path, RawFields.NONE));
                client.read();
                assertThat(client.read().hit()).isTrue();

                assertThat(client.request("GET", path).read().content())
                        .as("round %d", i)
                        .isEqualTo("stored");
            }
        }
    }
}
