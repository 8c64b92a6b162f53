package dev.larder.acceptance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The kit starts and judges a gateway, shown on a route without a cache. */
class PlainGatewayTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private static GatewayFixture.Builder routed(GatewayFixture.Builder builder, ScriptedOrigin origin) {
        return builder.property(ROUTE + "id", "plain")
                .property(ROUTE + "uri", origin.uri())
                .property(ROUTE + "predicates[0]", "Path=/**");
    }

    @Test
    void startsGatewayThatServesRequestWithoutLeaks() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/x", ResponseScript.ok("hello"));
            try (GatewayFixture gateway = routed(GatewayFixture.inJvm(), origin).start()) {
                assertThat(gateway.get("/x").content()).isEqualTo("hello");
                gateway.seekLeaks();
            }
            assertThat(origin.count("/x")).isEqualTo(1);
        }
    }
}
