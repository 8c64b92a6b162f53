package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Documents of a server that goes on for as long as it is read. */
class WarmUpClientTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String PART = "a".repeat(10_000);

    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final DisposableServer server = HttpServer.create()
            .host("localhost")
            .port(0)
            .route(routes -> routes.get("/some", (request, response) -> response.sendString(parts(5)))
                    .get("/all", (request, response) -> response.sendString(parts(Integer.MAX_VALUE)))
                    .get("/moved", (request, response) -> response.sendRedirect("/further"))
                    .get("/further", (request, response) -> response.sendRedirect("http://shop.example/some"))
                    .get("/round", (request, response) -> response.sendRedirect("round"))
                    .get(
                            "/coded",
                            (request, response) ->
                                    response.header("Content-Encoding", "br").sendString(parts(1)))
                    .get("/none", (request, response) -> response.sendNotFound()))
            .bindNow();
    private final WarmUpClient client = new WarmUpClient(
            new WarmUpClient.GatewayAddress((InetSocketAddress) server.address(), false), 1, Map.of(), "shop.example");

    private Flux<String> parts(int count) {
        return Flux.range(0, count).map(i -> PART).doOnCancel(cancelled::countDown);
    }

    @AfterEach
    void close() {
        client.close();
        server.disposeNow(LONG);
    }

    @Test
    void readsWholeDocument() throws IOException {
        try (InputStream document = client.open(new WarmUpTarget("", "/some"))) {
            assertThat(new String(document.readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo(PART.repeat(5));
        }
    }

    @Test
    void cancelsDownloadWhenStreamIsClosedEarly() throws Exception {
        try (InputStream document = client.open(new WarmUpTarget("", "/all"))) {
            assertThat(document.readNBytes(100_000)).hasSize(100_000);
        }
        assertThat(cancelled.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(client.get(new WarmUpTarget("", "/some")).block(LONG)).isNotEqualTo(WarmUpAnswer.NONE);
    }

    @Test
    void followsRedirects() throws IOException {
        try (InputStream document = client.open(new WarmUpTarget("", "/moved"))) {
            assertThat(document.readAllBytes()).hasSize(5 * PART.length());
        }
    }

    @ParameterizedTest
    @CsvSource({"/round, 'The response is 302, not 200.'", "/coded, 'The response has the content coding br, not gzip.'"
    })
    void reportsWhyResponseCannotBeRead(String path, String message) throws IOException {
        try (InputStream document = client.open(new WarmUpTarget("", path))) {
            assertThatThrownBy(document::read).isInstanceOf(IOException.class).hasMessage(message);
        }
    }

    @Test
    void statusOtherThan200IsError() throws IOException {
        try (InputStream document = client.open(new WarmUpTarget("", "/none"))) {
            assertThatThrownBy(document::read)
                    .isInstanceOf(IOException.class)
                    .hasMessage("The response is 404, not 200.");
        }
    }

    @Test
    void unreachableServerIsError() throws IOException {
        server.disposeNow(LONG);
        try (InputStream document = client.open(new WarmUpTarget("", "/some"))) {
            assertThatThrownBy(document::read).isInstanceOf(IOException.class);
        }
    }
}
