package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CORS preflights are answered where CORS is configured: at the origin, or at the gateway. */
class PreflightTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final String ROUTE = GATEWAY + "routes[0].";
    private static final String PAGE = "https://page.example";

    private final String path = "/uncached" + UniquePath.next();

    @ParameterizedTest
    @CsvSource({"native, Cache", "native, StripPrefix=0", "gateway, Cache"})
    void forwardsPreflightToOriginWithoutCorsConfiguration(String forward, String filter) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = start(origin, forward, filter).start()) {
            assertThat(preflight(gateway, origin).field("Access-Control-Allow-Origin"))
                    .isEqualTo(PAGE);
            ReceivedRequest asked = origin.received(path).get(0);
            assertThat(asked.method()).isEqualTo("OPTIONS");
            assertThat(asked.fields().get("Access-Control-Request-Method")).isEqualTo("PUT");
            assertThat(asked.fields().get("Origin")).isEqualTo(PAGE);
        }
    }

    /** Routes without a cache are those of Spring Cloud Gateway, where it forwards. */
    @ParameterizedTest
    @ValueSource(strings = "gateway")
    void springGatewayAnswersPreflightOfUncachedRoute(String forward) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = start(origin, forward, "StripPrefix=0").start()) {
            assertThat(preflight(gateway, origin).status()).isEqualTo(200);
            assertThat(origin.count(path)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                GATEWAY + "globalcors.cors-configurations.[/**].",
                ROUTE + "metadata.cors.",
            })
    void answersPreflightFromCorsConfiguration(String cors) {
        String names = cors.startsWith(ROUTE) ? "allowedOrigins;allowedMethods" : "allowed-origins;allowed-methods";
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = start(origin, "native", "Cache")
                        .byRoutes()
                        .property(cors + names.split(";")[0], PAGE)
                        .property(cors + names.split(";")[1], "PUT")
                        .start()) {
            ReceivedResponse allowed = preflight(gateway, origin);
            assertThat(allowed.status()).isEqualTo(200);
            assertThat(allowed.field("Access-Control-Allow-Origin")).isEqualTo(PAGE);
            ReceivedResponse refused = gateway.ask(
                    "OPTIONS", path, "Origin", "https://other.example", "Access-Control-Request-Method", "PUT");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(origin.count(path)).isZero();
        }
    }

    private static GatewayFixture.Builder start(ScriptedOrigin origin, String forward, String filter) {
        return GatewayFixture.inJvm()
                .origin(origin)
                .property("larder.forward", forward)
                .route(filter);
    }

    private ReceivedResponse preflight(GatewayFixture gateway, ScriptedOrigin origin) {
        origin.on(
                path,
                request -> ResponseScript.status(
                        204, "Access-Control-Allow-Origin", PAGE, "Access-Control-Allow-Methods", "PUT"));
        return gateway.ask("OPTIONS", path, "Origin", PAGE, "Access-Control-Request-Method", "PUT");
    }
}
