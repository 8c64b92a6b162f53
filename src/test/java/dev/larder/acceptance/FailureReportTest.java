package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An origin that cannot be reached is told in the log with its address, once, and in Cache-Status. */
class FailureReportTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final int PATIENCE_SECONDS = 10;

    private final int mark = GatewayFixture.inJvmLog().mark();

    @ParameterizedTest
    @CsvSource({
        "native, Cache, GET",
        "native, Cache, HEAD",
        "native, Cache, PUT",
        "native, , GET",
        "gateway, Cache, GET",
        "gateway, Cache, HEAD",
        "gateway, Cache, PUT",
    })
    void logsUnreachableOriginOnceWithAddressButNoPath(String forward, String filter, String method)
            throws IOException {
        String origin = "http://127.0.0.1:" + FreePorts.free();
        GatewayFixture.Builder builder = GatewayFixture.inJvm()
                .property("larder.forward", forward)
                .property(ROUTE + "id", "down")
                .property(ROUTE + "uri", origin)
                .property(ROUTE + "predicates[0]", "Path=/**");
        if (filter != null) {
            builder.property(ROUTE + "filters[0]", filter);
        }
        try (GatewayFixture gateway = builder.start()) {
            gateway.expect(502, 500);
            gateway.expectLogged("Connection refused");
            ReceivedResponse response =
                    gateway.ask(method, "/secret-path?secret=query", "Authorization", "Bearer secret");
            gateway.ask(method, "/other");
            if (filter != null) {
                assertThat(response.status()).isEqualTo(502);
                assertThat(response.cacheStatus()).contains("detail=origin-unreachable");
            }
            String sentence = " WARN dev.larder.gateway.message.FailureLog : " + origin + " does not answer";
            assertThat(gateway.log().await(mark, entry -> entry.contains(sentence), PATIENCE_SECONDS))
                    .isNotNull()
                    .contains("Connection refused")
                    .doesNotContain("secret");
            List<String> told = gateway.log().since(mark).stream()
                    .filter(entry -> entry.contains(sentence))
                    .toList();
            assertThat(told).hasSize(1);
        }
    }
}
