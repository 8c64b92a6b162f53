package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * P14: a response is public to a route, never across routes. Two routes forward the same octets to one origin and differ in
 * one predicate; neither answers the other's clients, at any level at which hits are answered, whichever comes first.
 */
class RouteCrossingTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";
    private static final AtomicBoolean AFTER = new AtomicBoolean();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"Header=X-Vip, yes | GET /x | X-Vip: yes | GET /x |", "Path=/a/** | GET /a/x | | GET /b/x |"})
    @Tag("hardening-P14")
    void storedResponseIsNotSharedAcrossRoutes(
            String predicate, String vip, String field, String other, String otherField) {
        assertApart(predicate, vip, field, other, otherField);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource(
            delimiter = '|',
            value = {
                "Cookie=vip, yes | GET /x | Cookie: vip=yes | GET /x |",
                "XForwardedRemoteAddr=192.0.2.1 | GET /x | X-Forwarded-For: 192.0.2.1 | GET /x | X-Forwarded-For: 192.0.2.2",
                "Host=vip.test | GET /x | Host: vip.test | GET /x | Host: a.test",
                "Query=vip | GET /x?vip=1 | | GET /x |",
                "Method=GET | GET /x | | HEAD /x |"
            })
    @Tag("hardening-P14")
    void storedResponseIsNotSharedAcrossRoutesForFurtherPredicates(
            String predicate, String vip, String field, String other, String otherField) {
        assertApart(predicate, vip, field, other, otherField);
    }

    private static void assertApart(String predicate, String vip, String field, String other, String otherField) {
        List<String> crossings = new ArrayList<>();
        for (String level : List.of("auto", "web", "gateway")) {
            try (ScriptedOrigin origin = ScriptedOrigin.start();
                    GatewayFixture gateway = gateway(origin, level, predicate)) {
                origin.otherwise(RouteCrossingTest::marked);
                for (boolean vipFirst : new boolean[] {true, false}) {
                    String path = vipFirst ? "/first" : "/second";
                    for (int round = 0; round < 4; round++) {
                        for (boolean asVip : new boolean[] {vipFirst, !vipFirst}) {
                            String line = (asVip ? vip : other).replace("/x", path);
                            ReceivedResponse response =
                                    ask(gateway, line, asVip ? field : otherField, asVip ? "vip" : "all");
                            if (!response.field("X-Made-For").equals(asVip ? "vip" : "all")) {
                                crossings.add(level + " " + line + " got " + response.fields());
                            }
                            assertThat(response.hit()).isEqualTo(round > 0 && (asVip || !other.startsWith("HEAD")));
                        }
                    }
                }
            }
        }
        assertThat(crossings).isEmpty();
    }

    private static GatewayFixture gateway(ScriptedOrigin origin, String level, String predicate) {
        return GatewayFixture.inJvm()
                .property("larder.hit-path", level)
                .property("larder.rules.loose.routes", "vip,all")
                .property("larder.rules.loose.key.host", "false")
                .property("larder.rules.loose.key.query.ignore", "vip")
                .property(ROUTES + "[0].id", "vip")
                .property(ROUTES + "[0].uri", origin.uri())
                .property(ROUTES + "[0].predicates[0]", predicate)
                .property(ROUTES + "[0].filters[0]", "RewritePath=/(a|b)/(?<rest>.*), /$\\{rest}")
                .property(ROUTES + "[0].filters[1]", "Cache")
                .property(ROUTES + "[1].id", "all")
                .property(ROUTES + "[1].uri", origin.uri())
                .property(ROUTES + "[1].predicates[0]", "Path=/**")
                .property(ROUTES + "[1].filters[0]", "RewritePath=/(a|b)/(?<rest>.*), /$\\{rest}")
                .property(ROUTES + "[1].filters[1]", "Cache")
                .start();
    }

    private static ReceivedResponse ask(GatewayFixture gateway, String line, String field, String marker) {
        String[] words = line.split(" ");
        String[] parts = field == null || field.isBlank() ? new String[0] : field.split(": ");
        List<String> fields = new ArrayList<>(List.of(parts));
        fields.addAll(List.of("X-Marker", marker));
        return gateway.ask(words[0], words[1], fields.toArray(String[]::new));
    }

    private static ResponseScript marked(ReceivedRequest request) {
        return ResponseScript.ok(
                "one",
                "Cache-Control",
                "max-age=60",
                "X-Made-For",
                request.fields().get("X-Marker"));
    }

    /** The address of the connection decides. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "web", "gateway"})
    @Tag("hardening-P14")
    void storedResponseIsNotSharedAcrossRemoteAddressRoutes(String level) throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(origin, level, "RemoteAddr=127.0.0.2")) {
            origin.otherwise(RouteCrossingTest::marked);
            for (int round = 0; round < 3; round++) {
                for (String address : List.of("127.0.0.1", "127.0.0.2")) {
                    assertThat(from(address, gateway.port())).contains("X-Made-For: " + address);
                }
            }
            assertThat(origin.count("/x")).isEqualTo(2);
        }
    }

    private static String from(String address, int port) throws IOException {
        try (var client = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0)) {
            String request =
                    "GET /x HTTP/1.1\r\nHost: a.test\r\nX-Marker: " + address + "\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** A hit is one of the route that the client's weight has chosen. */
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"auto", "web", "gateway"})
    @Tag("hardening-P14")
    void weightedRouteServesItsOwnResponse(String level) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = weighted(origin, level)) {
            var made = new AtomicInteger();
            origin.otherwise(request -> ResponseScript.ok(
                    "one", "Cache-Control", "max-age=60", "X-Made-For", Integer.toString(made.incrementAndGet())));
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                ReceivedResponse response = gateway.get("/x");
                seen.add(response.field("X-Route") + response.field("X-Made-For"));
            }
            assertThat(seen.stream().distinct()).hasSize(2);
            assertThat(made).hasValue(2);
        }
    }

    private static GatewayFixture weighted(ScriptedOrigin origin, String level) {
        GatewayFixture.Builder builder = GatewayFixture.inJvm().property("larder.hit-path", level);
        for (int i = 0; i < 2; i++) {
            String route = ROUTES + "[" + i + "].";
            builder.property(route + "id", "w" + i)
                    .property(route + "uri", origin.uri())
                    .property(route + "predicates[0]", "Weight=group, 5")
                    .property(route + "filters[0]", "AddResponseHeader=X-Route, r" + i + "-")
                    .property(route + "filters[1]", "Cache");
        }
        return builder.start();
    }

    /** As After, Before and Between do, at a moment of the test's choice. */
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"auto", "web", "gateway"})
    @Tag("hardening-P14")
    void storedResponseIsNotSharedAcrossTimedRoutes(String level) {
        AFTER.set(false);
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .with(Timed.class)
                        .property("larder.hit-path", level)
                        .property("test.origin", origin.uri())
                        .start()) {
            origin.otherwise(RouteCrossingTest::marked);
            for (boolean after : new boolean[] {false, true, false, true}) {
                AFTER.set(after);
                for (int i = 0; i < 3; i++) {
                    ReceivedResponse response = ask(gateway, "GET /x", "", after ? "after" : "before");
                    assertThat(response.field("X-Made-For")).isEqualTo(after ? "after" : "before");
                }
            }
            assertThat(origin.count("/x")).isEqualTo(2);
        }
    }

    /** The start says where that could surprise. */
    @Test
    @Tag("hardening-P14")
    void warnsAtStartWhenCachedRoutesOverlapOnOneOrigin() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(origin, "auto", "Header=X-Vip")) {
            assertThat(gateway.log().since(0).stream().filter(line -> line.contains("WARN")))
                    .anyMatch(line -> line.contains("vip") && line.contains("all") && line.contains("same origin"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Timed {

        @Bean
        RouteLocator timed(
                RouteLocatorBuilder routes, CacheGatewayFilterFactory cache, @Value("${test.origin}") String origin) {
            return routes.routes()
                    .route(
                            "after",
                            route -> route.path("/**")
                                    .and()
                                    .predicate(exchange -> AFTER.get())
                                    .filters(filters -> filters.filter(cache.cache()))
                                    .uri(origin))
                    .route(
                            "before",
                            route -> route.path("/**")
                                    .filters(filters -> filters.filter(cache.cache()))
                                    .uri(origin))
                    .build();
        }
    }
}
