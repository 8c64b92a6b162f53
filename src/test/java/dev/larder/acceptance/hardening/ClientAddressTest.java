package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P1: what the gateway itself tells the origin of a client is compared, or nothing that varies by it is stored. */
class ClientAddressTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final String ROUTE = GATEWAY + "routes[0].";
    private static final int PATIENCE_SECONDS = 20;

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "native, X-Forwarded-For",
        "native, forwarded",
        "native, 'Accept, X-FORWARDED-FOR'",
        "gateway, X-Forwarded-For",
        "gateway, Forwarded",
        "route, X-Forwarded-For",
        "route, Forwarded"
    })
    @Tag("hardening-P1")
    void responseVaryingByForwardedAddressIsNotShared(String way, String vary) throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = of(way, origin).start()) {
            origin.on(path, request -> byAddress(request, vary));
            for (int round = 0; round < 2; round++) {
                for (String address : List.of("127.0.0.1", "127.0.0.2")) {
                    assertThat(from(address, gateway.port()))
                            .contains("for " + address)
                            .contains("detail=vary-star");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway", "route"})
    @Tag("hardening-P1")
    void responseVaryingByViaIsNotShared(String way) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = of(way, origin).start()) {
            origin.on(path, request -> byAddress(request, "Via"));
            gateway.get(path);
            assertThat(gateway.get(path).field("Cache-Status")).contains("detail=vary-star");
        }
    }

    /** A 304 may be the first to say it. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway"})
    @Tag("hardening-P1")
    void dropsStoredResponseWhen304AddsVaryByForwardedAddress(String way) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = of(way, origin).start()) {
            origin.on(
                    path,
                    request -> request.fields().has("If-None-Match")
                            ? ResponseScript.status(
                                    304, "ETag", "\"1\"", "Vary", "X-Forwarded-For", "Cache-Control", "max-age=60")
                            : ResponseScript.ok("one", "ETag", "\"1\"", "Cache-Control", "max-age=0"));
            gateway.get(path);
            gateway.get(path);
            assertThat(gateway.get(path).hit()).isFalse();
        }
    }

    /** Their values follow from what is compared. */
    @ParameterizedTest
    @ValueSource(
            strings = {"X-Forwarded-Host, X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Prefix", "X-Real-IP"})
    @Tag("hardening-P1")
    void responseVaryingByComparedFieldsIsShared(String vary) {
        for (String way : List.of("native", "gateway", "route")) {
            try (ScriptedOrigin origin = ScriptedOrigin.start();
                    GatewayFixture gateway = of(way, origin).start()) {
                origin.on(path, request -> byAddress(request, vary));
                gateway.get(path, "X-Real-IP", "192.0.2.1");
                assertThat(gateway.get(path, "X-Real-IP", "192.0.2.1").hit())
                        .as(way)
                        .isTrue();
                assertThat(gateway.get(path, "Host", "other.test").hit())
                        .as(way)
                        .isFalse();
            }
        }
    }

    /** The gateway adds nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For", "Forwarded"})
    @Tag("hardening-P1")
    void sharesResponseWhenGatewayAddsNoAddress(String vary) throws IOException {
        for (String trusted : List.of("", "192\\.0\\.2\\.1")) {
            try (ScriptedOrigin origin = ScriptedOrigin.start();
                    GatewayFixture gateway = of("native", origin)
                            .property(GATEWAY + "trusted-proxies", trusted)
                            .start()) {
                origin.on(path, request -> byAddress(request, vary));
                assertThat(from("127.0.0.1", gateway.port())).contains("for nobody");
                assertThat(from("127.0.0.2", gateway.port())).contains("; hit;");
            }
        }
    }

    @Test
    @Tag("hardening-P1")
    void warnsWhenKeyHeaderIsOneThatGatewayAdds() {
        int mark = GatewayFixture.inJvmLog().mark();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = of("native", origin)
                        .property("larder.rules.a.paths", "/**")
                        .property("larder.rules.a.key.headers", "X-Forwarded-For,X-Tenant")
                        .start()) {
            assertThat(gateway.log()
                            .await(
                                    mark,
                                    entry -> entry.contains(" WARN ")
                                            && entry.contains("larder.rules.a.key.headers names x-forwarded-for"),
                                    PATIENCE_SECONDS))
                    .isNotNull();
            assertThat(gateway.log().since(mark)).noneMatch(entry -> entry.contains("key.headers names x-tenant"));
        }
    }

    private static GatewayFixture.Builder of(String way, ScriptedOrigin origin) {
        GatewayFixture.Builder builder =
                GatewayFixture.inJvm().origin(origin).property(GATEWAY + "trusted-proxies", "127\\.0\\.0\\..*");
        return switch (way) {
            case "gateway" -> builder.property("larder.forward", "gateway");
            case "route" ->
                builder.property(ROUTE + "id", "shop")
                        .property(ROUTE + "uri", origin.uri())
                        .property(ROUTE + "predicates[0]", "Path=/**")
                        .property(ROUTE + "filters[0]", "Cache");
            default -> builder;
        };
    }

    private static ResponseScript byAddress(ReceivedRequest request, String vary) {
        String name = vary.toLowerCase(Locale.ROOT).endsWith("forwarded") ? "Forwarded" : "X-Forwarded-For";
        String address = request.fields()
                .first(name)
                .map(told -> told.replaceAll(".*?(127\\.0\\.0\\.\\d).*", "$1"))
                .orElse("nobody");
        return ResponseScript.ok("for " + address, "Cache-Control", "max-age=60", "Vary", vary);
    }

    private String from(String address, int port) throws IOException {
        try (var client = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0)) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
