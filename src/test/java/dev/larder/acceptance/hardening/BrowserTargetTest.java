package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.SelfSignedKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * The URL standard of WHATWG lets queries and paths have characters that {@link java.net.URI} does not: they are
 * percent-encoded before access rules and predicates see them, and origins get the same, on routes with and without a cache,
 * wherever requests are forwarded.
 */
class BrowserTargetTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";

    /** What clients send, and what arrives. */
    private static final Map<String, String> TARGETS = Map.ofEntries(
            Map.entry("/?titles=A|B", "/?titles=A%7CB"),
            Map.entry("/?f[]=%20", "/?f[]=%20"),
            Map.entry("/?titles=A%7CB", "/?titles=A%7CB"),
            Map.entry("/?titles=A%7cB", "/?titles=A%7cB"),
            Map.entry("/?q={user(id:1){name}}", "/?q=%7Buser(id:1)%7Bname%7D%7D"),
            Map.entry("/?x=a^b`c&y=%20|", "/?x=a%5Eb%60c&y=%20%7C"),
            Map.entry("/?x=a\\b", "/?x=a%5Cb"),
            Map.entry("/?f[]=1&f[]=|", "/?f%5B%5D=1&f%5B%5D=%7C"),
            Map.entry("/a|b", "/a%7Cb"),
            Map.entry("/a%7Cb", "/a%7Cb"),
            Map.entry("/a[1]/b", "/a%5B1%5D/b"),
            Map.entry("/a[1]|%20b?x={|}", "/a%5B1%5D%7C%20b?x=%7B%7C%7D"),
            Map.entry("/%EF%B7%90?y=%EF%B7%90|", "/%EF%B7%90?y=%EF%B7%90%7C"));

    private final ScriptedOrigin origin = ScriptedOrigin.start();

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "native"})
    @Tag("hardening-D")
    void forwardsTargetAsUri(String forward) {
        origin.otherwise(request -> ResponseScript.ok(request.target(), "Cache-Control", "max-age=60"));
        try (origin;
                GatewayFixture gateway = gateway(forward)) {
            TARGETS.forEach((target, encoded) -> {
                assertThat(gateway.get("/plain" + target).content()).isEqualTo("/plain" + encoded);
                assertThat(gateway.get("/cached" + target).content()).isEqualTo("/cached" + encoded);
                ReceivedResponse again = gateway.get("/cached" + target);
                assertThat(again.content()).isEqualTo("/cached" + encoded);
                assertThat(again.hit()).as(target).isTrue();
                assertThat(gateway.get("/cut/cached" + target).content()).isEqualTo("/cached" + encoded);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "native"})
    @Tag("hardening-D")
    void writeInvalidatesPathInEveryEncoding(String forward) {
        origin.otherwise(request -> ResponseScript.ok(request.method(), "Cache-Control", "max-age=60"));
        try (origin;
                GatewayFixture gateway = gateway(forward)) {
            for (String written : List.of("/cached/x/a|b", "/cached/x/a%7Cb", "/cached/x/a%7cb")) {
                gateway.get("/cached/x/a|b?titles=A|B");
                assertThat(gateway.get("/cached/x/a|b?titles=A|B").hit()).isTrue();
                gateway.ask("DELETE", written);
                assertThat(gateway.get("/cached/x/a|b?titles=A|B").hit())
                        .as("after DELETE %s", written)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "native"})
    @Tag("hardening-D")
    void forwardsTargetOfHttp2ClientAsUri(String forward) {
        origin.otherwise(request -> ResponseScript.ok(request.target(), "Cache-Control", "max-age=60"));
        try (origin;
                GatewayFixture gateway = gateway(forward);
                RawHttp2 client = RawHttp2.connect(gateway.port())) {
            int stream = 1;
            for (String target : TARGETS.keySet()) {
                for (String route : List.of("/plain", "/cached")) {
                    assertThat(client.request(stream, RawHttp2.asked("GET", route + target))
                                    .status())
                            .as(target)
                            .isEqualTo(200);
                    stream += 2;
                    assertThat(origin.received().stream()
                                    .map(ReceivedRequest::target)
                                    .filter(received -> received.startsWith("/plain")))
                            .last()
                            .isEqualTo("/plain" + TARGETS.get(target));
                    assertThat(origin.received())
                            .extracting(ReceivedRequest::target)
                            .contains(route + TARGETS.get(target));
                }
            }
            assertThat(client.request(stream, RawHttp2.asked("GET", "/plain/a\"b"))
                            .status())
                    .isEqualTo(400);
        }
    }

    /** A rule that refuses a path or a value refuses it in whichever way it is written. */
    @ParameterizedTest
    @ValueSource(strings = {"gateway", "native"})
    @Tag("hardening-D")
    void accessRulesAndPredicatesSeeWhatOriginGets(String forward) {
        origin.otherwise(request -> ResponseScript.ok(request.target(), "Cache-Control", "max-age=60"));
        try (origin;
                GatewayFixture gateway = gateway(forward, GatewayFixture.inJvm().with(ForbiddingFilter.class))) {
            for (String route : List.of("/plain", "/cached")) {
                for (String forbidden : List.of(
                        "/[admin]/1",
                        "/%5Badmin%5D/1",
                        "/x?q=${a|b}",
                        "/x?q=$%7Ba%7Cb%7D",
                        "/x?q=a\\b",
                        "/x?q=a%5cb")) {
                    assertThat(gateway.get(route + forbidden).status())
                            .as(route + forbidden)
                            .isEqualTo(403);
                }
                assertThat(gateway.get(route + "/[user]/1").status()).isEqualTo(200);
            }
            assertThat(gateway.get("/only/[x]/1").content()).isEqualTo("/only/%5Bx%5D/1");
            assertThat(gateway.get("/only/%5Bx%5D/1").content()).isEqualTo("/only/%5Bx%5D/1");
            assertThat(origin.received())
                    .extracting(ReceivedRequest::target)
                    .noneMatch(target -> target.contains("admin") || target.contains("q="));
        }
    }

    /** Decides by decoded paths and values, as Spring Security does. */
    static final class ForbiddingFilter implements WebFilter {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            ServerHttpRequest request = exchange.getRequest();
            boolean forbidden = request.getURI().getPath().contains("[admin]")
                    || request.getQueryParams().values().stream()
                            .flatMap(List::stream)
                            .anyMatch(value -> value.contains("${") || value.contains("\\"));
            if (!forbidden) {
                return chain.filter(exchange);
            }
            exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
            return exchange.getResponse().setComplete();
        }
    }

    @Test
    @Tag("hardening-D")
    void forwardsTargetToTlsOriginAsUri(@TempDir Path folder) throws Exception {
        try (SecureOrigin secure = SecureOrigin.start(SelfSignedKey.made(folder.resolve("keys.p12")));
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .property("larder.forward", "gateway")
                        .property("server.http2.enabled", true)
                        .property("spring.cloud.gateway.server.webflux.httpclient.ssl.use-insecure-trust-manager", true)
                        .property("larder.origin", "https://localhost:" + secure.port())
                        .start()) {
            TARGETS.forEach((target, encoded) ->
                    assertThat(gateway.get(target).content()).isEqualTo("GET " + encoded + " HTTP/1.1"));
        }
    }

    /** Answers each request with its first line, by TLS without a choice of protocols. */
    private record SecureOrigin(SSLServerSocket server) implements AutoCloseable {

        static SecureOrigin start(SelfSignedKey key) throws Exception {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(key.keyManagers().getKeyManagers(), null, null);
            var origin = new SecureOrigin((SSLServerSocket)
                    tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            var accepting = new Thread(origin::accept, "secure-origin");
            accepting.setDaemon(true);
            accepting.start();
            return origin;
        }

        int port() {
            return server.getLocalPort();
        }

        private void accept() {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    answer(client);
                } catch (IOException closed) {
                    // The next connection, if there is one.
                }
            }
        }

        private static void answer(Socket client) throws IOException {
            var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            String first = String.valueOf(in.readLine());
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                // The rest of the head.
            }
            String head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + first.length() + "\r\n\r\n";
            client.getOutputStream().write((head + first).getBytes(StandardCharsets.ISO_8859_1));
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private GatewayFixture gateway(String forward) {
        return gateway(forward, GatewayFixture.inJvm());
    }

    private GatewayFixture gateway(String forward, GatewayFixture.Builder builder) {
        return builder.property("larder.forward", forward)
                .property("server.http2.enabled", true)
                .property(ROUTES + "[0].id", "plain")
                .property(ROUTES + "[0].uri", origin.uri())
                .property(ROUTES + "[0].predicates[0]", "Path=/plain/**")
                .property(ROUTES + "[1].id", "cached")
                .property(ROUTES + "[1].uri", origin.uri())
                .property(ROUTES + "[1].predicates[0]", "Path=/cached/**")
                .property(ROUTES + "[1].filters[0]", "Cache=1h")
                .property(ROUTES + "[2].id", "cut")
                .property(ROUTES + "[2].uri", origin.uri())
                .property(ROUTES + "[2].predicates[0]", "Path=/cut/**")
                .property(ROUTES + "[2].filters[0]", "StripPrefix=1")
                .property(ROUTES + "[2].filters[1]", "Cache=1h")
                .property(ROUTES + "[3].id", "only")
                .property(ROUTES + "[3].uri", origin.uri())
                .property(ROUTES + "[3].predicates[0]", "Path=/only/[x]/**")
                .start();
    }
}
