package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.gateway.connection.HitPath;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

/** One of 1,024 requests that could be forwarded at their connections takes its route, which decides the same. */
class ForwardingSampleTest {

    private static final int REQUESTS = 2 * 1024;

    @Test
    void sampledRequestsUseTheirRouteAndGetSameResponse() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.hit-path", "auto")
                        .property("larder.forward", "native")
                        .start()) {
            origin.otherwise(request -> ResponseScript.ok("content", "Cache-Control", "no-store"));
            try (RawClient client = gateway.connect()) {
                for (int i = 1; i <= REQUESTS; i++) {
                    client.request(i % 3 == 0 ? "DELETE" : "GET", "/x?i=" + i, "X-Number", Integer.toString(i));
                    assertThat(client.read().content()).isEqualTo("content");
                }
            }
            assertThat(gateway.context().getBean(HitPath.class).report().forwarded())
                    .isBetween(REQUESTS - 20L, REQUESTS - 2L);
            assertThat(gateway.context()
                            .getBean(MeterRegistry.class)
                            .get("larder.forward.divergences")
                            .functionCounter()
                            .count())
                    .isZero();
        }
    }
}
