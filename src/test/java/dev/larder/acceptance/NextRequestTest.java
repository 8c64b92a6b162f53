package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Fields;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A connection whose requests have all been answered takes the next one (RFC 9112 9.3). */
class NextRequestTest {

    @RegisterExtension
    static final Stage STAGE = Stage.shared();

    private final String path = UniquePath.next();

    @Test
    void afterAPipelinedHitTheConnectionIsStillRead() {
        STAGE.origin().on(path, Script.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        try (RawClient client = STAGE.gateway().connect()) {
            for (int i = 0; i < 20; i++) {
                client.send(
                        RawClient.head("GET", path + "?" + i, Fields.NONE) + RawClient.head("GET", path, Fields.NONE));
                client.read();
                assertThat(client.read().hit()).isTrue();

                assertThat(client.request("GET", path).read().content())
                        .as("round %d", i)
                        .isEqualTo("stored");
            }
        }
    }
}
