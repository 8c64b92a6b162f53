package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of Spring Boot's server and of Gateway's client have effect, and the defaults are as documented. */
class ServerSettingsTest {

    private static final int KB = 1024;
    private static final ScriptedOrigin ORIGIN = ScriptedOrigin.start();

    static {
        ORIGIN.otherwise(request -> {
            String path = request.target();
            int large = path.startsWith("/large/") ? Integer.parseInt(path.substring("/large/".length())) : 0;
            return ResponseScript.ok("content", "Cache-Control", "no-store", "X-Large", "x".repeat(large));
        });
    }

    @AfterAll
    static void stop() {
        ORIGIN.close();
    }

    /** RFC 9112 3: "It is RECOMMENDED that all HTTP senders and recipients support, at a minimum, request-line lengths of 8000 octets". */
    @ParameterizedTest
    @CsvSource({
        "'', 8, 200, 414",
        "server.netty.max-initial-line-length=2KB, 1, 200, 414",
        "server.netty.max-initial-line-length=4KB, 3, 200, 414",
        "server.netty.max-initial-line-length=32KB, 20, 200, 200"
    })
    @Tag("hardening-X5")
    void limitsTheRequestLine(String setting, int within, int shorter, int longer) {
        try (GatewayFixture gateway = gateway(setting)) {
            assertThat(gateway.get("/?" + "a".repeat(within * KB)).status()).isEqualTo(shorter);
            assertThat(gateway.get("/?" + "a".repeat(17 * KB)).status()).isEqualTo(longer);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', 7, 9",
        "server.max-http-request-header-size=4KB, 3, 5",
        "server.max-http-request-header-size=64KB, 60, 70"
    })
    @Tag("hardening-X5")
    void limitsTheHeaderSection(String setting, int within, int beyond) {
        try (GatewayFixture gateway = gateway(setting)) {
            assertThat(gateway.get("/", "Cookie", "c=" + "x".repeat(within * KB))
                            .status())
                    .isEqualTo(200);
            assertThat(gateway.get("/", "Cookie", "c=" + "x".repeat(beyond * KB))
                            .status())
                    .isEqualTo(431);
        }
    }

    /** Both protocols have the same limit of fields. */
    @Test
    void http2AcceptsHeaderSectionWithinConfiguredLimit() {
        try (GatewayFixture gateway = gateway("server.http2.enabled=true", "server.max-http-request-header-size=64KB");
                RawHttp2 client = RawHttp2.connect(gateway.port())) {
            List<String> fields = new ArrayList<>(List.of(RawHttp2.asked("GET", "/")));
            for (int i = 0; i < 90; i++) {
                fields.addAll(List.of("x-large-" + i, "x".repeat(120)));
            }
            assertThat(client.request(1, fields.toArray(String[]::new)).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void closesIdleConnections() {
        ORIGIN.on("/idle", ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        try (GatewayFixture gateway = gateway("server.netty.idle-timeout=300ms");
                RawClient client = gateway.connect()) {
            client.request("GET", "/idle").read();
            assertThat(client.request("GET", "/idle").read().hit()).isTrue();
            assertThat(client.awaitEnd()).isEqualTo(TransferEnd.FIN);
        }
    }

    /** A gateway that is told to answer hits at the connection refuses to start while the server counts requests. */
    @Test
    void limitsRequestsPerConnection() {
        ORIGIN.on("/counted", ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        try (GatewayFixture gateway = gateway("server.netty.max-keep-alive-requests=3", "larder.hit-path=auto");
                RawClient client = gateway.connect()) {
            client.request("GET", "/counted").read();
            assertThat(client.request("GET", "/counted").read().hit()).isTrue();
            assertThat(client.request("GET", "/counted").read().field("Connection"))
                    .isEqualTo("close");
            assertThat(client.awaitEnd()).isEqualTo(TransferEnd.FIN);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gateway, '', 7, 9",
        "native, '', 7, 9",
        "gateway, 256KB, 200, 300",
        "native, 256KB, 200, 300",
        "gateway, 4KB, 3, 5",
        "native, 4KB, 3, 5"
    })
    void limitsHeaderSectionOfOriginResponses(String forward, String limit, int within, int beyond) {
        String setting =
                limit.isEmpty() ? "" : "spring.cloud.gateway.server.webflux.httpclient.max-header-size=" + limit;
        try (GatewayFixture gateway = gateway("larder.forward=" + forward, setting)) {
            assertThat(gateway.get("/large/" + within * KB).status()).isEqualTo(200);
            gateway.expect(502);
            assertThat(gateway.get("/large/" + beyond * KB).status()).isEqualTo(502);
        }
    }

    private static GatewayFixture gateway(String... settings) {
        GatewayFixture.Builder builder = GatewayFixture.inJvm().origin(ORIGIN);
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            builder = equals < 0
                    ? builder
                    : builder.property(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return builder.start();
    }
}
