package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each endpoint is there where it is exposed, whichever of the others are. */
@Tag("extensions")
class EndpointExposureTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "writes", "advisor", "ttl", "dryrun"})
    void servesOnlyTheExposedEndpoint(String exposed) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .property("management.server.port", 0)
                        .property("management.server.address", "127.0.0.1")
                        .property("management.endpoints.web.exposure.include", "larder" + exposed)
                        .property("larder.writes.path", folder)
                        .property("larder.rules.items.paths", "/items/**")
                        .property("larder.rules.items.buffer.bulk", "/bulk/items")
                        .origin(origin)
                        .start()) {
            OperatorClient operator = OperatorClient.of(gateway);
            for (String each : new String[] {"", "writes", "advisor", "ttl", "dryrun"}) {
                assertThat(operator.look(each).status())
                        .as("larder%s", each)
                        .isEqualTo(each.equals(exposed) ? 200 : 404);
            }
        }
    }
}
