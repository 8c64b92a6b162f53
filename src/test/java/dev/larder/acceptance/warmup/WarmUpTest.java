package dev.larder.acceptance.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.SelfSignedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the warm-up requests, and that clients find it in the store. */
class WarmUpTest {

    private static final ResponseScript FRESH = ResponseScript.ok("a", "Cache-Control", "max-age=600");

    @TempDir
    Path folder;

    private final ScriptedOrigin origin = ScriptedOrigin.start();

    @BeforeEach
    void answerAll() {
        origin.otherwise(request -> FRESH);
    }

    @AfterEach
    void stopOrigin() {
        origin.close();
    }

    @Test
    void storesTargetsOfListBeforeClientsRequestThem() throws IOException {
        origin.on("/private", ResponseScript.ok("a", "Cache-Control", "private, max-age=600"));
        Path list = Files.writeString(
                folder.resolve("targets"),
                "/a\n# none\n/b?c=%20\nhttp://other.test/a\n/private\nhttps://example.test/a\n");
        try (var gateway = warmed("list", list)
                .property("larder.warm-up.headers[0]", "Accept: text/plain")
                .start()) {
            assertThat(gateway.get("/a").hit()).isTrue();
            assertThat(gateway.get("/b?c=%20").hit()).isTrue();
            assertThat(gateway.get("/a", "Host", "other.test").hit()).isTrue();
            assertThat(gateway.get("/c").hit()).isFalse();
        }
        assertThat(origin.received("/a")).hasSize(2);
        assertThat(origin.received("/private")).hasSize(1).allSatisfy(request -> {
            assertThat(request.fields().get("User-Agent")).isEqualTo("Larder-Warm-Up");
            assertThat(request.fields().get("Accept")).isEqualTo("text/plain");
            assertThat(request.fields().has("Authorization")).isFalse();
            assertThat(request.fields().has("Cookie")).isFalse();
        });
    }

    @Test
    void storesMostFrequentTargetsOfAccessLog() throws IOException {
        String line = "127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /%s HTTP/1.1\" 200 12 \"-\" \"curl\"%n";
        Path log = Files.writeString(
                folder.resolve("access.log"),
                String.format(line, "rare")
                        + String.format(line, "hot").repeat(3)
                        + String.format(line, "warm").repeat(2));
        try (var gateway = warmed("access-log", log)
                .property("larder.warm-up.max-targets", 2)
                .start()) {
            assertThat(gateway.get("/hot").hit()).isTrue();
            assertThat(gateway.get("/warm").hit()).isTrue();
            assertThat(origin.count("/rare")).isZero();
        }
    }

    @Test
    void readsSitemapThroughGateway() {
        origin.on(
                "/sitemap.xml",
                ResponseScript.ok("<urlset><url><loc>https://example.test/a?b=1&amp;c=2</loc></url></urlset>"));
        try (var gateway = warmed("sitemap", "/sitemap.xml").start()) {
            assertThat(gateway.get("/a?b=1&c=2").hit()).isTrue();
        }
    }

    @Test
    void reportsProgressToOperators() throws IOException {
        Path list = Files.writeString(folder.resolve("targets"), "/a\n/b\n");
        try (var gateway = OperatorClient.admitted(warmed("list", list)).start()) {
            assertThat(OperatorClient.of(gateway).look("/warm-up").content())
                    .contains("\"state\":\"COMPLETE\"", "\"targets\":2", "\"stored\":2", "\"failed\":0");
        }
    }

    @Test
    void requestsFrequentTargetsOfPeer() throws IOException {
        try (var peer = OperatorClient.admitted(GatewayFixture.inJvm().origin(origin))
                .property("larder.rules.own.paths", "/own/**")
                .property("larder.rules.own.key.headers", "X-Tenant")
                .start()) {
            peer.get("/a?b=1");
            peer.get("/c", "Host", "other.test");
            peer.get("/own/d", "X-Tenant", "blue");
            assertThat(OperatorClient.of(peer).look("/hot").content())
                    .contains("http://example.test/a?b=1", "http://other.test/c")
                    .doesNotContain("/own/d", "blue");
            String endpoint = "http://localhost:" + OperatorClient.of(peer).port() + "/actuator/larder";
            try (var gateway = warmed("peer", endpoint).start()) {
                assertThat(gateway.get("/a?b=1").hit()).isTrue();
                assertThat(gateway.get("/c", "Host", "other.test").hit()).isTrue();
            }
        }
    }

    @Test
    void peerListsNoTargetsOfRoutesThatRewriteThem() {
        try (var peer = OperatorClient.admitted(
                        GatewayFixture.inJvm().origin(origin).route("StripPrefix=1", "Cache"))
                .start()) {
            assertThat(peer.get("/api/a").status()).isEqualTo(200);
            assertThat(peer.get("/api/a").hit()).isTrue();
            assertThat(OperatorClient.of(peer).look("/hot").content()).isEqualTo("{\"targets\":[]}");
        }
    }

    @Test
    void startSucceedsDespiteUnreadableSources() {
        try (var gateway = warmed("list", folder.resolve("none"))
                .property("larder.warm-up.from.sitemap", "/none.xml")
                .start()) {
            origin.on("/none.xml", ResponseScript.status(404));
            assertThat(gateway.get("/a").status()).isEqualTo(200);
            assertThat(gateway.log().since(0)).anyMatch(line -> line.contains("NoSuchFileException"));
        }
    }

    @Test
    void usesTlsWhenGatewayDoes() throws Exception {
        SelfSignedKey key = SelfSignedKey.made(folder.resolve("keys.p12"));
        Path list = Files.writeString(folder.resolve("targets"), "/a\n");
        try (var gateway = warmed("list", list)
                .property("server.ssl.key-store", key.file().toUri())
                .property("server.ssl.key-store-password", SelfSignedKey.PASSWORD)
                .start()) {
            assertThat(gateway.port()).isPositive();
            assertThat(origin.received()).extracting(ReceivedRequest::target).containsExactly("/a");
        }
    }

    @Test
    void gatewayStopsWhileWarmUpWaitsForOrigin() throws IOException {
        OriginLatch gate = new OriginLatch();
        origin.otherwise(request -> FRESH.before(gate));
        Path list = Files.writeString(folder.resolve("targets"), "/a\n/b\n");
        long begin;
        try (var gateway = configured(GatewayFixture.process(), "list", list).start()) {
            gate.awaitArrival();
            begin = System.nanoTime();
            assertThat(gateway.port()).isPositive();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        gate.release();
    }

    @Test
    @Tag("thorough")
    void endsWarmUpWhenOriginKeepsFailing() throws IOException {
        origin.otherwise(request -> ResponseScript.status(503, "Retry-After", "0"));
        StringBuilder targets = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            targets.append('/').append(i).append('\n');
        }
        Path list = Files.writeString(folder.resolve("targets"), targets);
        try (var gateway = configured(GatewayFixture.inJvm(), "list", list)
                .property("larder.warm-up.readiness-timeout", "60s")
                .start()) {
            assertThat(List.of(gateway.log().since(0)).toString()).contains("keeps failing");
            assertThat(origin.received().size()).isBetween(20, 25);
        }
    }

    /** Started when the warm-up is over. */
    private GatewayFixture.Builder warmed(String source, Object where) {
        return configured(GatewayFixture.inJvm(), source, where).property("larder.warm-up.readiness-timeout", "30s");
    }

    private GatewayFixture.Builder configured(GatewayFixture.Builder builder, String source, Object where) {
        return builder.origin(origin)
                .property("larder.warm-up.from." + source, where)
                .property("larder.warm-up.host", "example.test");
    }
}
