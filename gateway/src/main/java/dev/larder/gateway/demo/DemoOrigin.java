package dev.larder.gateway.demo;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** The demo origin's HTTP shell: listens before the gateway does, waits the configured latency, asks the API. */
final class DemoOrigin implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DemoOrigin.class);

    private static final byte[] BLANKS = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);

    private final LearningApi api;
    private final VersionedItems items;
    private final DemoConnectionPool database;
    private final DemoProperties properties;
    private final String host;
    private final InstantSource clock;
    private volatile @Nullable DisposableServer server;

    DemoOrigin(LearningApi api, DemoProperties properties, String host, InstantSource clock) {
        this.api = api;
        this.items = new VersionedItems(properties.maxAge());
        this.database = new DemoConnectionPool(properties.connections());
        this.properties = properties;
        this.host = host;
        this.clock = clock;
    }

    @Override
    public void start() {
        server = HttpServer.create()
                .host(host)
                .port(properties.port())
                .handle(this::serve)
                .bindNow();
        log.info(
                "Demo origin listens on {} and takes {} ms per request",
                uri(),
                properties.latency().toMillis());
    }

    @Override
    public void stop() {
        var running = server;
        if (running != null) {
            server = null;
            running.disposeNow(Duration.ofSeconds(1));
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /**
     * Before the web server of the gateway, so that the gateway's first request already finds its origin; and there until the
     * gateway has brought it what is acknowledged, at phase 0.
     */
    @Override
    public int getPhase() {
        return -1;
    }

    /** Where the origin can be reached. */
    URI uri() {
        var running = server;
        if (running == null) {
            throw new IllegalStateException("the demo origin has not been started");
        }
        return URI.create("http://" + NetUtil.toSocketAddressString((InetSocketAddress) running.address()));
    }

    private Publisher<Void> serve(HttpServerRequest request, HttpServerResponse response) {
        return request.receive()
                .asByteArray()
                .collect(BoundedContent::new, BoundedContent::add)
                .flatMap(content -> ItemRequest.parse(request.uri())
                        .map(item -> serveItem(request, item, response))
                        .orElseGet(() -> serveLearning(request, content, response)));
    }

    /** An item is read when the request for it comes, as a database would, and shown when the latency is over. */
    private Mono<Void> serveItem(HttpServerRequest request, ItemRequest item, HttpServerResponse response) {
        var answer = items.handle(head(request, ""), item, clock.instant());
        return afterLatency(answer, item.latency(properties.latency()))
                .flatMap(ready -> send(request, ready, response));
    }

    private Mono<Void> serveLearning(HttpServerRequest request, BoundedContent content, HttpServerResponse response) {
        return afterLatency(content, properties.latency())
                .flatMap(ready -> send(request, answer(request, ready), response));
    }

    private <T> Mono<T> afterLatency(T value, Duration latency) {
        var wait = database.occupy(clock.instant(), latency);
        return wait.isZero() ? Mono.just(value) : Mono.just(value).delayElement(wait);
    }

    private DemoResponse answer(HttpServerRequest request, BoundedContent content) {
        if (content.isLimitExceeded()) {
            return DemoProblems.contentTooLarge(BoundedContent.LIMIT);
        }
        return api.handle(head(request, content.text()), clock.instant());
    }

    private Mono<Void> send(HttpServerRequest request, DemoResponse answer, HttpServerResponse response) {
        var content = answer.content().getBytes(StandardCharsets.UTF_8);
        response.status(answer.status()).header("Date", DemoHttpDates.format(clock.instant()));
        answer.fields().forEach(response::header);
        if (answer.status() != 204 && answer.status() != 304) {
            response.header("Content-Length", String.valueOf(content.length + answer.padding()));
        }
        if (request.method().name().equals("HEAD") || content.length == 0) {
            return response.send().then();
        }
        return content.length + answer.padding() <= BLANKS.length
                ? response.sendByteArray(Mono.just(padded(content, (int) answer.padding())))
                        .then()
                : response.sendByteArray(Flux.concat(Mono.just(content), blanks(answer.padding())))
                        .then();
    }

    private static byte[] padded(byte[] content, int padding) {
        var whole = Arrays.copyOf(content, content.length + padding);
        System.arraycopy(BLANKS, 0, whole, content.length, padding);
        return whole;
    }

    /** As many blanks, a piece at a time, as the connection takes them. */
    private static Flux<byte[]> blanks(long count) {
        long pieces = count / BLANKS.length;
        return Flux.<byte[], Long>generate(() -> 0L, (sent, sink) -> {
            if (sent == pieces) {
                sink.next(Arrays.copyOf(BLANKS, (int) (count % BLANKS.length)));
                sink.complete();
            } else {
                sink.next(BLANKS);
            }
            return sent + 1;
        });
    }

    private static DemoRequest head(HttpServerRequest request, String content) {
        return new DemoRequest(request.method().name(), path(request.uri()), fields(request.requestHeaders()), content);
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static Map<String, String> fields(HttpHeaders headers) {
        var fields = new HashMap<String, String>();
        for (var name : headers.names()) {
            fields.put(name, String.join(", ", headers.getAll(name)));
        }
        return fields;
    }
}
