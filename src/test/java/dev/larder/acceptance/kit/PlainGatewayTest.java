package dev.larder.acceptance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The kit starts and judges a gateway, shown on a route without a cache. */
class PlainGatewayTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private static Gateway.Builder routed(Gateway.Builder builder, ScriptedOrigin origin) {
        return builder.property(ROUTE + "id", "plain")
                .property(ROUTE + "uri", origin.uri())
                .property(ROUTE + "predicates[0]", "Path=/**");
    }

    @Test
    void isStartedAskedAndSearchedForLeaks() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/x", Script.ok("hello"));
            try (Gateway gateway = routed(Gateway.inJvm(), origin).start()) {
                assertThat(gateway.get("/x").content()).isEqualTo("hello");
                gateway.seekLeaks();
            }
            assertThat(origin.count("/x")).isEqualTo(1);
        }
    }
}
