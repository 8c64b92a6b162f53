package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator has everything pass the cache for a while; what is stored is never stale when it is used again. */
class CacheModeTest {

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({"native, auto", "gateway, web", "gateway, gateway"})
    void passingModeBypassesStoreAndStillInvalidates(String forward, String level) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = OperatorClient.admitted(GatewayFixture.inJvm()
                                .origin(origin)
                                .property("larder.forward", forward)
                                .property("larder.hit-path", level)
                                .property("larder.actuate.write-enabled", true))
                        .start()) {
            origin.on(path, ResponseScript.ok("old", "Cache-Control", "max-age=600"));
            origin.on("/elsewhere" + path, ResponseScript.ok("other", "Cache-Control", "max-age=600"));
            for (int i = 0; i < 3; i++) {
                gateway.get(path);
                gateway.get("/elsewhere" + path);
            }
            assertThat(gateway.get(path).cacheStatus()).contains("hit");
            OperatorClient operator = OperatorClient.of(gateway);

            assertThat(tell(operator, "passing").content()).contains("passing");
            int before = origin.count(path);
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.get(path).cacheStatus()).isEmpty();
            }
            assertThat(origin.count(path)).isEqualTo(before + 3);
            origin.on(path, ResponseScript.ok("new", "Cache-Control", "max-age=600"));
            assertThat(gateway.send("PUT", path, "new").status()).isEqualTo(200);
            assertThat(operator.look("/mode").content()).contains("passing");

            assertThat(tell(operator, "caching").content()).contains("caching");
            ReceivedResponse fresh = gateway.get(path);
            assertThat(fresh.content()).isEqualTo("new");
            assertThat(fresh.cacheStatus()).doesNotContain("hit");
            assertThat(gateway.get(path).cacheStatus()).contains("hit");
            assertThat(gateway.get("/elsewhere" + path).cacheStatus()).contains("hit");
        }
    }

    @Test
    void unknownModeIsRefusedAndChangesNothing() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin).property("larder.actuate.write-enabled", true))
                        .start()) {
            assertThat(tell(OperatorClient.of(gateway), "off").status()).isEqualTo(400);
            assertThat(OperatorClient.of(gateway).look("/mode").content()).contains("caching");
        }
    }

    private static ReceivedResponse tell(OperatorClient operator, String mode) {
        return operator.tell("/actuator/larder/mode", "{\"mode\":\"" + mode + "\"}");
    }
}
