package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An origin may answer before it has the whole request: its content goes on as long as the exchange, and as slowly as it may. */
class EarlyResponseTest {

    private static final int CONNECTIONS = 8;
    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";
    private static final String POOL = "spring.cloud.gateway.server.webflux.httpclient.pool.";
    private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String LAST = "0\r\n\r\n";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(POOL + "type", "fixed")
            .property(POOL + "max-connections", CONNECTIONS)
            .property(POOL + "acquire-timeout", 500)
            .property(ROUTES + "[0].id", "plain")
            .property(ROUTES + "[0].uri", "${larder.origin}")
            .property(ROUTES + "[0].predicates[0]", "Path=/plain/**")
            .property(ROUTES + "[1].id", "invalidating")
            .property(ROUTES + "[1].uri", "${larder.origin}")
            .property(ROUTES + "[1].predicates[0]", "Path=/invalidating/**")
            .property(ROUTES + "[1].filters[0]", "WriteInvalidation")
            .property("larder.limits.request-body-idle-timeout", "1s"));

    private final String path = UniquePath.next();
    private final List<RawClient> clients = new ArrayList<>();

    /** The gateway knows then that their uploads are over: the next test needs the shares of these. */
    @AfterEach
    void leave() {
        clients.forEach(RawClient::close);
        STAGE.awaitReading();
    }

    @ParameterizedTest
    @CsvSource({
        "'', Content-Type: text/plain",
        "'', Incremental: ?1",
        "'', Content-Type: application/grpc",
        "/plain, Content-Type: text/plain",
        "/plain, Incremental: ?1",
        "/plain, Content-Type: application/grpc",
        "/invalidating, Content-Type: text/plain",
        "/invalidating, Incremental: ?1",
        "/invalidating, Content-Type: application/grpc"
    })
    @Tag("hardening-X6")
    void forwardsContentSentAfterResponseHasBegun(String route, String kind) {
        echo(route + path);
        RawClient client = upload(route + path, kind, "hello");
        StreamedResponse answer = client.open("POST");
        answer.until("hello");
        for (String word : List.of("one", "two", "three")) {
            client.send(RawClient.chunk(word));
            answer.until(word);
        }
        client.send(LAST);
        assertThat(answer.rest().end()).isEqualTo(TransferEnd.COMPLETE);
    }

    @ParameterizedTest
    @CsvSource({
        "'', Content-Type: text/plain",
        "'', Incremental: ?1",
        "/plain, Content-Type: text/plain",
        "/plain, Incremental: ?1"
    })
    @Tag("hardening-X6")
    void uploadCountsAgainstLimitUntilItsContentEnds(String route, String kind) {
        STAGE.gateway().expect(503);
        STAGE.origin().on(path + "/miss", ResponseScript.ok("miss", "Cache-Control", "no-store"));
        echo(route + path);
        RawClient first = upload(route + path, "Incremental: ?1", "hello");
        StreamedResponse answer = first.open("POST");
        answer.until("hello");
        for (int i = 0; i < CONNECTIONS; i++) {
            RawClient more = upload(route + path, kind, "hello");
            if (kind.startsWith("Incremental")) {
                ReceivedResponse refused = more.open("POST").head();
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.field("Proxy-Status")).isEqualTo("Larder; error=connection_limit_reached");
                assertThat(refused.field("Retry-After")).isEqualTo("1");
            }
            first.send(RawClient.chunk("more" + i));
            answer.until("more" + i);
        }
        assertThat(STAGE.get(path + "/miss").content()).isEqualTo("miss");
        first.send(LAST);
        answer.rest();
        leave();
        RawClient next = upload(route + path, "Incremental: ?1", "hello");
        next.open("POST").until("hello");
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"'', x", "'', ''", "/plain, x", "/plain, ''", "/invalidating, x"})
    @Tag("hardening-X6")
    void disconnectsClientThatSendsTooSlowlyAfterResponseHead(String route, String drop) {
        STAGE.origin()
                .onHead(
                        route + path,
                        request -> ResponseScript.takeOver((in, out) -> {
                            out.write(latin1(HEAD + RawClient.chunk("begun")));
                            request.toItsEnd();
                        }));
        RawClient client = upload(route + path, "Incremental: ?1", "h");
        StreamedResponse answer = client.open("POST");
        answer.until("begun");
        assertThat(client.patience(Duration.ofMillis(800)).bytes(2)).isEqualTo("\r\n");
        TransferEnd end = TransferEnd.SILENCE;
        for (int drops = 0; drops < 12 && end == TransferEnd.SILENCE; drops++) {
            client.send(drop.isEmpty() ? "" : RawClient.chunk(drop));
            end = client.awaitEnd();
        }
        assertThat(end).isIn(TransferEnd.FIN, TransferEnd.RESET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/plain"})
    void clientDisconnectReleasesItsUploadSlot(String route) {
        echo(route + path);
        for (int i = 0; i < 3; i++) {
            RawClient client = upload(route + path, "Incremental: ?1", "hello");
            client.open("POST").until("hello");
            client.reset();
            STAGE.awaitReading();
        }
    }

    @Test
    @Tag("hardening-X6")
    void writeInvalidatesWhenItsEarlyResponseEnds() {
        store("old");
        CountDownLatch headSent = new CountDownLatch(1);
        STAGE.origin().onHead(path, request -> {
            if (request.method().equals("GET")) {
                return ResponseScript.ok("old", "Cache-Control", "max-age=60");
            }
            return ResponseScript.takeOver((in, out) -> {
                out.write(latin1(HEAD + RawClient.chunk("begun")));
                headSent.countDown();
                request.toItsEnd();
                store("new");
                out.write(latin1(LAST));
            });
        });
        RawClient client = upload(path, "Incremental: ?1", "hello");
        StreamedResponse answer = client.open("POST");
        answer.until("begun");
        assertThat(STAGE.get(path).content()).isEqualTo("old");
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
        client.send(LAST);
        assertThat(answer.rest().end()).isEqualTo(TransferEnd.COMPLETE);
        ReceivedResponse seen = STAGE.get(path);
        for (int i = 0; i < 50 && !seen.content().equals("new"); i++) {
            STAGE.awaitReading();
            seen = STAGE.get(path);
        }
        assertThat(seen.content()).isEqualTo("new");
    }

    /**
     * The response is in chunks, because its end has then been written when the client has it. That of a response with Content-Length is
     * noticed a moment after its last octet, when some of the content may have been read. RFC 9112 9.6: the connection is not reset
     * under a client that is sending.
     */
    @ParameterizedTest
    @CsvSource({
        "'', 1000, next",
        "'', 500000, ''",
        "/plain, 1000, next",
        "/plain, 500000, ''",
        "/invalidating, 1000, next",
        "/invalidating, 500000, ''"
    })
    @Tag("hardening-S")
    void discardsContentAfterCompleteResponseOrClosesConnection(String route, int length, String next) {
        STAGE.origin()
                .onHead(
                        route + path,
                        request -> ResponseScript.status(403, "Cache-Control", "no-store")
                                .chunked()
                                .part("no"));
        STAGE.origin().on(path + "/next", ResponseScript.ok("next", "Cache-Control", "no-store"));
        RawClient client = upload(route + path, "Incremental: ?1", "hello");
        assertThat(client.read("POST").content()).isEqualTo("no");
        client.send(RawClient.chunk("x".repeat(length)) + LAST).request("GET", path + "/next");
        ReceivedResponse second = client.read();
        assertThat(second.content()).isEqualTo(next);
        assertThat(second.end()).isEqualTo(next.isEmpty() ? TransferEnd.FIN : TransferEnd.COMPLETE);
    }

    private void store(String content) {
        STAGE.origin().on(path, ResponseScript.ok(content, "Cache-Control", "max-age=60"));
        if (content.equals("old")) {
            assertThat(STAGE.get(path).content()).isEqualTo(content);
        }
    }

    /** Sends back each piece of the content as it comes. */
    private static void echo(String target) {
        STAGE.origin()
                .onHead(
                        target,
                        request -> ResponseScript.takeOver((in, out) -> {
                            out.write(latin1(HEAD));
                            for (byte[] piece = request.next(); piece.length > 0; piece = request.next()) {
                                out.write(latin1(RawClient.chunk(new String(piece, StandardCharsets.ISO_8859_1))));
                            }
                            out.write(latin1(LAST));
                        }));
    }

    private static byte[] latin1(String octets) {
        return octets.getBytes(StandardCharsets.ISO_8859_1);
    }

    private RawClient upload(String target, String kind, String first) {
        RawClient client = STAGE.gateway().connect();
        clients.add(client);
        RawFields fields = RawFields.of("Transfer-Encoding", "chunked").and(RawFields.of(kind.split(": ")));
        return client.send(RawClient.head("POST", target, fields) + RawClient.chunk(first));
    }
}
