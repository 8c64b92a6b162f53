package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sees when the origin is down, silent, or talks nonsense. */
class OriginFaultTest {

    private static final String HTTP_CLIENT = "spring.cloud.gateway.server.webflux.httpclient.";
    private static final String TIMEOUT = HTTP_CLIENT + "response-timeout";
    private static final String POOL = HTTP_CLIENT + "pool.";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> builder.property(TIMEOUT, "4s").property("larder.limits.origin-body-idle-timeout", "1s"));

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-A9")
    @Tag("hardening-F4")
    void unreachableOriginGives502() {
        STAGE.gateway().expect(502);
        STAGE.origin().down();
        ReceivedResponse response = STAGE.get(path);
        ReceivedResponse post = STAGE.gateway().send("POST", path, "content");
        STAGE.origin().up();
        assertProblem(response, 502);
        assertProblem(post, 502);
    }

    @Test
    @Tag("hardening-F4")
    void slowOriginGives504() {
        STAGE.gateway().expect(504);
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("late", "Cache-Control", "max-age=60").before(gate));
        assertProblem(STAGE.get(path), 504);
        gate.release();
        STAGE.origin().on(path, ResponseScript.ok("in time", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("in time");
    }

    @Test
    @Tag("hardening-F4")
    @Tag("hardening-X4")
    void anOriginThatStallsInTheMiddleTruncatesTheResponse() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("half", "Cache-Control", "max-age=60")
                                .gate(gate)
                                .part("half"));
        ReceivedResponse response = STAGE.get(path);
        gate.release();
        assertThat(response.end()).as("%s", response).isIn(TransferEnd.FIN, TransferEnd.RESET);
        STAGE.origin().on(path, ResponseScript.ok("whole", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("whole");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "HTTP/1.1\r\n\r\n",
                "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: a\r\n folded\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nX-A: a\rb\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nX A: a\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 5\r\n\r\nhello"
            })
    @Tag("hardening-P10")
    void malformedResponseGives502AndIsNotStored(String malformed) {
        STAGE.gateway().expect(502);
        String cacheable = malformed.replaceFirst("\r\n", "\r\nCache-Control: max-age=60\r\n");
        STAGE.origin().on(path, ResponseScript.raw(cacheable).thenEnd(TransferEnd.FIN));
        assertProblem(STAGE.get(path), 502);
        STAGE.origin().on(path, ResponseScript.ok("clean", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("clean");
    }

    @Test
    @Tag("hardening-X5")
    void tooLargeResponseHeadGives502() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "X-Large", "x".repeat(300_000)));
        assertProblem(STAGE.get(path), 502);
    }

    @Test
    @Tag("hardening-F9")
    void aPostIsNeverSentTwice() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.ok("pooled", "Cache-Control", "no-store"));
        STAGE.get(path);
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.RESET));
        int before = STAGE.origin().count(path);
        ReceivedResponse response = STAGE.gateway().send("POST", path, "order");
        assertThat(response.status()).isEqualTo(502);
        assertThat(STAGE.origin().count(path)).isEqualTo(before + 1);
    }

    /**
     * RFC 9112 9.3.1: who ends a connection while a request is on its way to him is asked again, by another one. There is one
     * connection at a time, and one event loop, which has its own connections, so that the other one is new.
     */
    @ParameterizedTest
    @EnumSource(names = {"FIN", "RESET"})
    @Tag("hardening-F9")
    void getOnClosedPooledConnectionIsRepeatedOnce(TransferEnd end) {
        Set<Integer> used = ConcurrentHashMap.newKeySet();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("test.event-loops", 1)
                        .property(POOL + "type", "fixed")
                        .property(POOL + "max-connections", 1)
                        .start()) {
            origin.on(
                    path,
                    request -> used.add(request.connection())
                            ? ResponseScript.ok("here", "Cache-Control", "no-store")
                            : ResponseScript.hangUp(end));
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.get(path).content()).isEqualTo("here");
            }
            assertThat(origin.count(path)).isEqualTo(9);
            gateway.expect(502);
            assertThat(gateway.ask("POST", path).status()).isEqualTo(502);
            assertThat(origin.count(path)).isEqualTo(10);
        }
    }

    /** The other connection has been used too, and ends too: there is no third. */
    @Test
    @Tag("hardening-F9")
    void getIsRepeatedOnlyOnce() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("test.event-loops", 1)
                        .start()) {
            OriginLatch gate = new OriginLatch();
            origin.on(
                    path, ResponseScript.ok("here", "Cache-Control", "no-store").before(gate));
            ConcurrentClients<ReceivedResponse> both = ConcurrentClients.start(3, i -> gateway.get(path + "?" + i));
            origin.await(path, 3);
            gate.release();
            assertThat(both.results()).allMatch(response -> response.content().equals("here"));
            gateway.expect(502);
            origin.on(path, request -> ResponseScript.hangUp(TransferEnd.RESET));
            assertThat(gateway.get(path).status()).isEqualTo(502);
            assertThat(origin.count(path)).isEqualTo(3 + 2);
        }
    }

    /** Nor one that is answered from the store: a rule keys it by its content. */
    @Test
    @Tag("hardening-F9")
    void aPostThatIsCachedIsNeverSentTwice() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.rules.search.paths", "/**")
                        .property("larder.rules.search.methods", "GET,POST")
                        .property("larder.rules.search.key.content", "1KB")
                        .start()) {
            gateway.expect(502);
            for (String content : List.of("query", "")) {
                origin.on(path, ResponseScript.ok("here", "Cache-Control", "no-store"));
                assertThat(gateway.get(path).content()).isEqualTo("here");
                origin.on(path, request -> ResponseScript.hangUp(TransferEnd.RESET));
                int before = origin.count(path);
                ReceivedResponse response =
                        content.isEmpty() ? gateway.ask("POST", path) : gateway.send("POST", path, content);
                assertThat(response.status()).isEqualTo(502);
                assertThat(origin.count(path)).isEqualTo(before + 1);
            }
        }
    }

    @Test
    @Tag("hardening-F9")
    void getOnNewConnectionIsNotRepeated() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(path, request -> ResponseScript.hangUp(TransferEnd.FIN));
            gateway.expect(502);
            assertThat(gateway.get(path).status()).isEqualTo(502);
            assertThat(origin.count(path)).isEqualTo(1);
        }
    }

    /** Of its own: a retry that meets another closed connection of the pool is not repeated (RFC 9112 9.3.1). */
    @Test
    @Tag("hardening-F9")
    void answersGetAfterOriginClosesPooledConnection() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(path, ResponseScript.ok("here", "Cache-Control", "no-store"));
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get(path).status()).isEqualTo(200);
                origin.dropConnections();
            }
        }
    }

    private static void assertProblem(ReceivedResponse response, int status) {
        assertThat(response.status()).as("%s", response).isEqualTo(status);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content())
                .contains("\"status\":" + status)
                .doesNotContain("127.0.0.1", "Exception", ".java");
        assertThat(response.cacheStatus()).contains("fwd=");
        assertThat(response.whole()).isTrue();
    }
}
