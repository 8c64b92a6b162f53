package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.ConnectionProvider;

/** What comes back from real sockets, whatever is done to them. */
@Timeout(60)
class HttpDeliveryTransportTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n";

    private final SampleWrites writes = new SampleWrites();
    private final ConnectionProvider connections = ConnectionProvider.create("delivery-test", 8);
    private final HttpClient client = HttpClient.create(connections);
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
        connections.dispose();
    }

    @Test
    void sendsTenThousandItemsAsOneArrayWithContentLength() {
        int items = 10_000;
        var heads = new CompletableFuture<HttpHeaders>();
        var contents = new CompletableFuture<String>();
        int port = origin((request, response) -> {
            heads.complete(request.requestHeaders().copy());
            return request.receive().aggregate().asString().flatMap(content -> {
                contents.complete(content);
                String answer = IntStream.range(0, items)
                        .mapToObj(i -> "{\"status\":" + (i % 2 == 0 ? 201 : 409) + ",\"body\":" + i + "}")
                        .collect(Collectors.joining(",", "[", "]"));
                return response.status(207).sendString(Mono.just(answer)).then();
            });
        });
        AcknowledgedWrite[] many = IntStream.range(0, items)
                .mapToObj(i -> writes.write("k" + i, "http://127.0.0.1:" + port + "/a", "{\"n\":" + i + "}"))
                .toArray(AcknowledgedWrite[]::new);
        DeliveryOutcome outcome = send(channel("/bulk", Format.JSON, SameKey.TOGETHER), many);
        String expected =
                IntStream.range(0, items).mapToObj(i -> "{\"n\":" + i + "}").collect(Collectors.joining(",", "[", "]"));
        assertThat(contents.join()).isEqualTo(expected);
        assertThat(heads.join().getAll("Content-Length")).containsExactly(String.valueOf(expected.length()));
        assertThat(heads.join().contains("Transfer-Encoding")).isFalse();
        assertThat(heads.join().contains("Accept-Encoding")).isFalse();
        assertThat(heads.join().get("Larder-Batch-Size")).isEqualTo("10000");
        assertThat(((DeliveryOutcome.EachItem) outcome).replies())
                .hasSize(items)
                .satisfies(replies -> assertThat(replies.get(9_999).status()).isEqualTo(409))
                .satisfies(replies -> assertThat(replies.get(9_999).content()).isEqualTo("9999"));
    }

    @Test
    void sendsLargeMultipartContentCompletely() {
        String large = "x".repeat(3_000_000);
        var length = new CompletableFuture<Integer>();
        int port = origin((request, response) -> request.receive()
                .aggregate()
                .asString()
                .doOnNext(content -> length.complete(content.length()))
                .then(response.status(204).send()));
        DeliveryChannel channel = channel("/bulk/{path}", Format.MULTIPART, SameKey.TOGETHER);
        AcknowledgedWrite write = writes.write("k", "http://127.0.0.1:" + port + "/a/b", large);
        assertThat(status(send(channel, write))).isEqualTo(204);
        DeliveryRequest message = new BatchFormatter(channel, writes).message(SampleWrites.batch(write));
        assertThat(length.join()).isEqualTo((int) message.length()).isGreaterThan(3_000_000);
        assertThat(message.uri()).hasToString("http://127.0.0.1:" + port + "/bulk/a/b");
    }

    @Test
    void sendsContentLengthZeroForEmptyWrite() {
        var head = new CompletableFuture<String>();
        int port = origin((request, response) -> {
            head.complete(request.method() + " " + request.uri() + " "
                    + request.requestHeaders().get("Content-Length") + " "
                    + request.requestHeaders().get("Idempotency-Key"));
            return response.status(404).sendString(Mono.just("é")).then();
        });
        DeliveryOutcome outcome = send(singles(), writes.write("k", "http://127.0.0.1:" + port + "/a?b=c", ""));
        assertThat(head.join()).isEqualTo("PUT /a?b=c 0 \"00000000-0000-0003-0000-000000000003/1\"");
        assertThat(((DeliveryOutcome.Whole) outcome).reply().content()).isEqualTo("é");
        assertThat(status(outcome)).isEqualTo(404);
    }

    @Test
    void reportsRefusedConnectionAsNotReached() throws IOException {
        int port;
        try (var gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        assertThat(send(singles(), writes.write("k", "http://127.0.0.1:" + port, "x")))
                .isInstanceOfSatisfying(
                        DeliveryOutcome.Silence.class,
                        silence -> assertThat(silence.mayHaveReachedOrigin()).isFalse());
    }

    @Test
    @Tag("hardening-U7")
    void reportsResetConnectionAsReached() {
        assertSilence(socket(connection -> {
            readHead(connection);
            connection.setSoLinger(true, 0);
            connection.close();
        }));
    }

    @Test
    void acceptsResponseSentBeforeRequestBodyIsComplete() {
        int port = socket(connection -> {
            readHead(connection);
            write(connection, "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
            connection.getInputStream().transferTo(OutputStream.nullOutputStream());
        });
        AcknowledgedWrite large = writes.write("k", "http://127.0.0.1:" + port, "x".repeat(20_000_000));
        assertThat(status(send(singles(), large))).isEqualTo(413);
    }

    @Test
    void truncatedResponseHeadIsNoResponse() {
        assertSilence(socket(connection -> {
            readHead(connection);
            write(connection, HEAD.substring(0, 20));
            connection.close();
        }));
    }

    @Test
    void truncatedResponseBodyIsNoResponse() {
        assertSilence(socket(connection -> {
            readHead(connection);
            write(connection, HEAD + "12345");
            connection.close();
        }));
    }

    @Test
    void missingResponseTimesOut() {
        assertSilence(socket(HttpDeliveryTransportTest::readHead));
    }

    @Test
    void stalledResponseTimesOut() {
        assertSilence(socket(connection -> {
            readHead(connection);
            write(connection, HEAD + "12345");
        }));
    }

    @Test
    void endlessInterimResponsesTimeOut() {
        assertSilence(socket(connection -> {
            readHead(connection);
            while (true) write(connection, "HTTP/1.1 100 Continue\r\n\r\n");
        }));
    }

    @Test
    void doesNotFollowRedirects() {
        int port = origin((request, response) ->
                response.status(307).header("Location", "/other").send());
        assertThat(status(send(singles(), writes.write("k", "http://127.0.0.1:" + port, "x"))))
                .isEqualTo(307);
    }

    @Test
    void keepsFirst16KiBOfLongResponse() {
        int port = origin((request, response) -> response.sendString(
                        Flux.range(0, 50).map(i -> "x".repeat(1000)))
                .then());
        DeliveryOutcome outcome = send(singles(), writes.write("k", "http://127.0.0.1:" + port, "x"));
        assertThat(((DeliveryOutcome.Whole) outcome).reply().content()).isEqualTo("x".repeat(MultiStatusContent.KEPT));
    }

    @Test
    void reportsTooLongOrInvalid207AsGarbled() {
        int port = origin((request, response) -> response.status(207)
                .sendString(
                        request.uri().contains("long")
                                ? Flux.range(0, 300).map(i -> " ".repeat(1000))
                                : Mono.just("{}"))
                .then());
        DeliveryChannel channel = channel("/bulk/{path}", Format.JSON, SameKey.TOGETHER);
        for (String path : List.of("/long", "/short")) {
            assertThat(send(channel, writes.write("k", "http://127.0.0.1:" + port + path, "1")))
                    .isInstanceOf(DeliveryOutcome.Garbled.class);
        }
    }

    @Test
    void treats207ToSingleWriteAsOneResponse() {
        int port = origin((request, response) ->
                response.status(207).sendString(Mono.just("{}")).then());
        assertThat(status(send(singles(), writes.write("k", "http://127.0.0.1:" + port, "1"))))
                .isEqualTo(207);
    }

    @Test
    void parsesRetryAfterSecondsAndDates() {
        assertThat(retryAfter("120")).isEqualTo(Duration.ofMinutes(2));
        assertThat(retryAfter("Fri, 31 Dec 1999 23:59:59 GMT")).isEqualTo(Duration.ofSeconds(59));
        assertThat(retryAfter("Fri, 31 Dec 1999 23:58:59 GMT")).isEqualTo(Duration.ZERO);
        assertThat(retryAfter("-1")).isEqualTo(Duration.ZERO);
        assertThat(retryAfter("soon")).isEqualTo(Duration.ZERO);
        assertThat(retryAfter("99999999999999999999")).isEqualTo(Duration.ZERO);
    }

    private Duration retryAfter(String value) {
        int port = origin((request, response) -> response.status(503)
                .header("Date", "Fri, 31 Dec 1999 23:59:00 GMT")
                .header("Retry-After", value)
                .send());
        return ((DeliveryOutcome.Whole) send(singles(), writes.write("k", "http://127.0.0.1:" + port, "1")))
                .retryAfter();
    }

    @Test
    void doesNotSendPartialContentAsComplete() {
        var whole = new CompletableFuture<String>();
        int port = origin((request, response) -> request.receive()
                .aggregate()
                .asString()
                .doOnNext(whole::complete)
                .then(response.send()));
        AcknowledgedWrite longer = SampleWrites.bare(99, "k", "http://127.0.0.1:" + port, 5, HeaderFields.EMPTY);
        assertThat(send(singles(), longer)).isInstanceOf(DeliveryOutcome.Silence.class);
        assertThat(whole).isNotDone();
    }

    @Test
    void cancellingRequestClosesConnection() throws Exception {
        var arrived = new CompletableFuture<Boolean>();
        var cut = new CompletableFuture<Integer>();
        int port = socket(connection -> {
            readHead(connection);
            arrived.complete(true);
            cut.complete(connection.getInputStream().read());
        });
        AcknowledgedWrite write = writes.write("k", "http://127.0.0.1:" + port, "");
        CompletableFuture<DeliveryOutcome> request =
                transport(slow(singles()), writes).send(SampleWrites.batch(write));
        arrived.get(10, TimeUnit.SECONDS);
        request.cancel(true);
        assertThat(cut.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
    }

    @Test
    void readsContentsOnDemandAndTimesOutIfOriginReadsNothing() throws Exception {
        var server = new ServerSocket();
        open.add(server);
        server.setReceiveBufferSize(16 * 1024);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var opened = new AtomicInteger();
        AcknowledgedWrite[] many = IntStream.range(0, 1000)
                .mapToObj(i -> SampleWrites.bare(
                        i, "k" + i, "http://127.0.0.1:" + server.getLocalPort(), 64 * 1024, HeaderFields.EMPTY))
                .toArray(AcknowledgedWrite[]::new);
        DeliveryChannel channel = channel("/bulk", Format.NDJSON, SameKey.TOGETHER);
        HttpClient narrow = client.option(ChannelOption.SO_SNDBUF, 16 * 1024);
        var transport =
                new HttpDeliveryTransport(narrow, channel, new BatchFormatter(channel, new ZeroContentJournal(opened)));
        DeliveryOutcome outcome = transport.send(SampleWrites.batch(many)).get(30, TimeUnit.SECONDS);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        DeliveryOutcome.Silence.class,
                        silence -> assertThat(silence.mayHaveReachedOrigin()).isTrue());
        System.out.println(
                "HttpDeliveryTransportTest: contents opened for an origin that takes nothing: " + opened.get());
        assertThat(opened.get()).isLessThan(16);
    }

    private void assertSilence(int port) {
        assertThat(send(singles(), writes.write("k", "http://127.0.0.1:" + port, "content")))
                .isInstanceOfSatisfying(
                        DeliveryOutcome.Silence.class,
                        silence -> assertThat(silence.mayHaveReachedOrigin()).isTrue());
    }

    private DeliveryOutcome send(DeliveryChannel channel, AcknowledgedWrite... batch) {
        var whole = new WriteBatch(new UUID(7, 7), "uploads", List.of(batch));
        return transport(channel, writes).send(whole).join();
    }

    private HttpDeliveryTransport transport(DeliveryChannel channel, DeliveryJournal journal) {
        return new HttpDeliveryTransport(client, channel, new BatchFormatter(channel, journal));
    }

    private static int status(DeliveryOutcome outcome) {
        return ((DeliveryOutcome.Whole) outcome).reply().status();
    }

    private static DeliveryChannel singles() {
        return channel(null, Format.JSON, SameKey.ONE_BY_ONE);
    }

    private static DeliveryChannel slow(DeliveryChannel channel) {
        return new DeliveryChannel(
                channel.name(),
                channel.bulk(),
                channel.format(),
                channel.sameKey(),
                channel.flush(),
                channel.retry(),
                channel.fields(),
                new DeliveryChannel.Requests(channel.requests().parallel(), Duration.ofMinutes(5)));
    }

    private int origin(Handler handler) {
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(handler::handle)
                .bindNow();
        open.add(server::disposeNow);
        return server.port();
    }

    private int socket(Conversation conversation) {
        try {
            var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            open.add(server);
            var thread = new Thread(() -> {
                try {
                    Socket connection = server.accept();
                    open.add(connection);
                    conversation.with(connection);
                } catch (IOException e) {
                    System.out.println("HttpDeliveryTransportTest: the origin ends: " + e);
                }
            });
            thread.setDaemon(true);
            thread.start();
            return server.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void readHead(Socket connection) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) connection.getInputStream().read());
        }
    }

    private static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        connection.getOutputStream().flush();
    }

    private interface Handler {
        Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response);
    }

    private interface Conversation {
        void with(Socket connection) throws IOException;
    }
}
