package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.SelfSignedKey;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.gateway.connection.HitPath;
import dev.larder.http.client.OriginClient;
import io.netty.channel.Channel;
import io.netty.channel.ChannelId;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** With {@code native-http2}, an origin that selects HTTP/2 is asked by it, and clients notice nothing. */
class Http2OriginTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final String UNCACHED = "/uncached";
    private static final int LARGE = 20_000_000;
    private static final int PIECE = 50_000;
    private static final int PATIENCE_SECONDS = 20;

    private static final TestClock CLOCK = new TestClock();
    private static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();
    private static final Set<ChannelId> CONNECTIONS = ConcurrentHashMap.newKeySet();
    private static final CountDownLatch CANCELLED = new CountDownLatch(2);

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static DisposableServer origin;

    @SuppressWarnings("NullAway.Init")
    private static GatewayFixture gateway;

    @BeforeAll
    static void start() throws Exception {
        SelfSignedKey key = SelfSignedKey.made(folder.resolve("keys.p12"));
        Http2SslContextSpec tls = Http2SslContextSpec.forServer(key.keyManagers());
        origin = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .protocol(HttpProtocol.H2, HttpProtocol.HTTP11)
                .secure(spec -> spec.sslContext(tls))
                .handle(Http2OriginTest::answer)
                .bindNow();
        String uri = "https://localhost:" + origin.port();
        gateway = GatewayFixture.inJvm()
                .clock(CLOCK)
                .property("larder.origin", uri)
                .property("larder.hit-path", "auto")
                .property("larder.forward", "native-http2")
                .property(GATEWAY + "httpclient.ssl.use-insecure-trust-manager", true)
                .property(GATEWAY + "routes[0].id", "uncached")
                .property(GATEWAY + "routes[0].uri", uri)
                .property(GATEWAY + "routes[0].predicates[0]", "Path=" + UNCACHED + "/**")
                .property(GATEWAY + "routes[0].filters[0]", "StripPrefix=1")
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        origin.disposeNow();
    }

    @BeforeEach
    void forget() {
        COUNTS.clear();
    }

    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        String path = request.uri().replaceFirst("\\?.*", "");
        COUNTS.merge(request.method() + " " + path, 1, Integer::sum);
        request.withConnection(connection -> {
            boolean http2 = connection.channel() instanceof Http2StreamChannel;
            response.header("X-Protocol", http2 ? "h2" : "http/1.1");
            if (http2) {
                Channel parent = connection.channel().parent();
                if (CONNECTIONS.add(parent.id())) {
                    parent.closeFuture().addListener(closed -> CONNECTIONS.remove(parent.id()));
                }
            }
        });
        return switch (path) {
            case "/fresh", "/validated" -> validate(request, response);
            case "/echo" ->
                request.receive()
                        .aggregate()
                        .asString()
                        .defaultIfEmpty("")
                        .flatMap(content -> response.sendString(Mono.just(content.length() + " " + content.hashCode()))
                                .then());
            case "/large" ->
                response.header("Cache-Control", "no-store")
                        .sendString(pieces(), StandardCharsets.ISO_8859_1)
                        .then();
            case "/endless" ->
                response.header("Cache-Control", "no-store")
                        .sendString(
                                pieces().repeat().doFinally(end -> CANCELLED.countDown()), StandardCharsets.ISO_8859_1)
                        .then();
            case "/cut" ->
                response.header("Cache-Control", "max-age=60")
                        .sendString(
                                Flux.concat(pieces().take(2), Mono.error(new IllegalStateException("cut"))),
                                StandardCharsets.ISO_8859_1)
                        .then();
            default -> response.status(404).send();
        };
    }

    private static Publisher<Void> validate(HttpServerRequest request, HttpServerResponse response) {
        response.header("Cache-Control", "max-age=10").header("ETag", "\"1\"");
        return "\"1\"".equals(request.requestHeaders().get("If-None-Match"))
                ? response.status(304).send()
                : response.sendString(Mono.just("content"));
    }

    private static GeneratedContent large() {
        return GeneratedContent.of("large", LARGE);
    }

    private static Flux<String> pieces() {
        return Flux.range(0, LARGE / PIECE)
                .map(i ->
                        large().slice((long) i * PIECE, (long) (i + 1) * PIECE).text());
    }

    private static long forwarded() {
        return gateway.context().getBean(HitPath.class).report().forwarded();
    }

    /** A request begins when the one before it has been counted; it may be counted later itself. */
    private static void next(RawClient client) {
        assertThat(client.request("GET", "/nothing").read().status()).isEqualTo(404);
    }

    @Test
    void storesAndRevalidatesResponsesOfHttp2Origin() {
        long before = forwarded();
        try (RawClient client = gateway.connect()) {
            ReceivedResponse miss = client.request("GET", "/validated").read();
            assertThat(miss.field("X-Protocol")).isEqualTo("h2");
            assertThat(miss.content()).isEqualTo("content");
            assertThat(client.request("GET", "/validated").read().hit()).isTrue();
            assertThat(COUNTS).containsEntry("GET /validated", 1);
            CLOCK.advance(Duration.ofSeconds(11));
            ReceivedResponse validated = client.request("GET", "/validated").read();
            assertThat(validated.status()).isEqualTo(200);
            assertThat(validated.content()).isEqualTo("content");
            assertThat(COUNTS).containsEntry("GET /validated", 2);
            assertThat(client.request("GET", UNCACHED + "/fresh").read().field("X-Protocol"))
                    .isEqualTo("h2");
            next(client);
        }
        assertThat(forwarded()).isBetween(before + 3, before + 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", UNCACHED})
    void sendsUploads(String prefix) {
        long before = forwarded();
        String content = "0123456789".repeat(50_000);
        String expected = content.length() + " " + content.hashCode();
        try (RawClient client = gateway.connect()) {
            String head = "POST " + prefix + "/echo HTTP/1.1\r\nHost: larder.test\r\n";
            client.send(head + "Content-Length: " + content.length() + "\r\n\r\n" + content);
            assertThat(client.read().content()).isEqualTo(expected);
            client.send(head + "Transfer-Encoding: chunked\r\n\r\n" + RawClient.chunk(content) + RawClient.chunk(""));
            assertThat(client.read().content()).isEqualTo(expected);
            client.send(head + "Content-Length: 3\r\n\r\nabc");
            assertThat(client.read().content()).isEqualTo("3 " + "abc".hashCode());
            next(client);
        }
        assertThat(COUNTS).containsEntry("POST /echo", 3);
        assertThat(forwarded()).isBetween(before + 3, before + 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", UNCACHED})
    void receivesLargeContent(String prefix) {
        try (RawClient client = gateway.connect()) {
            StreamedResponse response = client.request("GET", prefix + "/large").open("GET");
            assertThat(response.head().field("X-Protocol")).isEqualTo("h2");
            assertThat(response.crc()).isEqualTo(large().crc());
            assertThat(response.end()).isEqualTo(TransferEnd.COMPLETE);
            assertThat(client.request("GET", "/fresh").read().content()).isEqualTo("content");
        }
    }

    @Test
    void clientDisconnectResetsOnlyItsStream() throws InterruptedException {
        try (RawClient other = gateway.connect()) {
            other.request("GET", UNCACHED + "/fresh").read();
            int connections = CONNECTIONS.size();
            for (String prefix : List.of("", UNCACHED)) {
                try (RawClient client = gateway.connect()) {
                    StreamedResponse response =
                            client.request("GET", prefix + "/endless").open("GET");
                    response.next();
                    client.reset();
                }
            }
            assertThat(CANCELLED.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("the origin is told")
                    .isTrue();
            other.request("GET", UNCACHED + "/fresh").read();
            OriginClient client = gateway.context().getBean(OriginClient.class);
            assertThat(client.openConnections()).isEqualTo(CONNECTIONS.size());
            assertThat(CONNECTIONS.size()).as("one for each event loop").isBetween(connections, connections + 2);
        }
    }

    @Test
    void truncatedResponseIsVisiblyTruncatedAndNotStored() {
        for (int i = 1; i <= 2; i++) {
            try (RawClient client = gateway.connect()) {
                ReceivedResponse response = client.request("GET", "/cut").read();
                assertThat(response.end()).isNotEqualTo(TransferEnd.COMPLETE);
                assertThat(COUNTS).containsEntry("GET /cut", i);
            }
        }
        gateway.disregardLog();
    }
}
