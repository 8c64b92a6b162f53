package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.filter.origin.OriginRequestHeadersFilter;
import dev.larder.gateway.message.LarderClock;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The response to an upload is late only if nothing of the upload has been taken for the whole time. */
class UploadDeadlineTest {

    private static final Duration TIME = Duration.ofSeconds(30);
    private static final Duration NEARLY = TIME.minusMillis(1);
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final Sinks.Many<DataBuffer> content = Sinks.many().unicast().onBackpressureBuffer();
    private final Sinks.Empty<Void> head = Sinks.empty();
    private @Nullable Duration general = TIME;
    private @Nullable ServerWebExchange forwarded;
    private @Nullable Throwable error;
    private boolean answered;

    @Test
    void eachPieceRestartsTimeout() {
        send(upload());
        for (int i = 0; i < 5; i++) {
            timer.advanceTimeBy(NEARLY);
            takePiece();
        }
        assertThat(error).isNull();

        timer.advanceTimeBy(NEARLY);
        assertThat(error).isNull();
        timer.advanceTimeBy(A_MOMENT);
        assertLate();
    }

    @Test
    void endOfContentRestartsTimeout() {
        send(upload());
        takePiece();
        timer.advanceTimeBy(NEARLY);
        content.tryEmitComplete();
        timer.advanceTimeBy(NEARLY);
        assertThat(error).isNull();

        timer.advanceTimeBy(A_MOMENT);
        assertLate();
    }

    @Test
    void uploadThatDoesNotBeginTimesOut() {
        send(upload());
        timer.advanceTimeBy(TIME);
        assertLate();
        assertThat(content.currentSubscriberCount()).isZero();
    }

    @Test
    void responseHeadEndsTimeout() {
        send(upload());
        takePiece();
        head.tryEmitEmpty();
        timer.advanceTimeBy(TIME.multipliedBy(2));
        assertThat(answered).isTrue();
        assertThat(error).isNull();
    }

    @Test
    void usesResponseTimeoutOfRoute() {
        send(on(upload(), Map.of("response-timeout", 200)));
        timer.advanceTimeBy(Duration.ofMillis(200));
        assertLate();
    }

    @Test
    void onlyNextFilterSeesRouteWithoutTimeout() {
        ServerWebExchange exchange = upload();
        Route route = exchange.getRequiredAttribute(GATEWAY_ROUTE_ATTR);
        send(exchange);
        Route given = forwarded().getRequiredAttribute(GATEWAY_ROUTE_ATTR);
        assertThat(OriginResponseTimeout.of(given, TIME)).isEmpty();
        assertThat(exchange.<Route>getAttribute(GATEWAY_ROUTE_ATTR)).isSameAs(route);
    }

    @Test
    void leavesExchangeUnchangedWithoutTimeout() {
        ServerWebExchange withoutAny = on(upload(), Map.of("response-timeout", -1));
        send(withoutAny);
        assertThat(forwarded()).isSameAs(withoutAny);

        general = null;
        assertUntouched(upload());
    }

    @Test
    void leavesRequestsThatAreNoCacheUploadsUnchanged() {
        assertUntouched(forwarding(exchange(MockServerHttpRequest.get("/")), "http://origin.test/"));
        assertUntouched(forwarding(exchange(MockServerHttpRequest.post("/").contentLength(0)), "http://origin.test/"));
        assertUntouched(exchange(MockServerHttpRequest.post("/").contentLength(9)));
        assertUntouched(forwarding(
                exchange(MockServerHttpRequest.get("/")
                        .header("Content-Length", "9")
                        .header("Connection", "keep-alive, Upgrade")
                        .header("Upgrade", "WebSocket")),
                "http://origin.test/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"forward:/local", "ws://origin.test/"})
    void leavesForwardAndWebSocketTargetsUnchanged(String target) {
        assertUntouched(forwarding(exchange(MockServerHttpRequest.post("/").contentLength(9)), target));
    }

    @Test
    void chunkedRequestIsTimedAsUpload() {
        send(forwarding(
                exchange(MockServerHttpRequest.post("/").header("Transfer-Encoding", "chunked")),
                "https://origin.test/"));
        timer.advanceTimeBy(TIME);
        assertLate();
    }

    private void assertUntouched(ServerWebExchange exchange) {
        send(exchange);
        assertThat(forwarded()).isSameAs(exchange);
    }

    private void assertLate() {
        assertThat(error)
                .isInstanceOfSatisfying(
                        ResponseStatusException.class,
                        late -> assertThat(late.getStatusCode()).isEqualTo(HttpStatus.GATEWAY_TIMEOUT));
    }

    private void takePiece() {
        content.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(new byte[1]));
    }

    private ServerWebExchange forwarded() {
        return Objects.requireNonNull(forwarded);
    }

    /** To an origin that takes what comes and answers when the test says so. */
    private void send(ServerWebExchange exchange) {
        new UploadDeadline(() -> general, new VirtualClock(), timer)
                .filter(exchange, next -> {
                    forwarded = next;
                    return Mono.firstWithSignal(
                            head.asMono(), next.getRequest().getBody().then(Mono.never()));
                })
                .subscribe(nothing -> {}, failed -> error = failed, () -> answered = true);
    }

    private ServerWebExchange upload() {
        return forwarding(exchange(MockServerHttpRequest.post("/").contentLength(9)), "http://origin.test/");
    }

    private ServerWebExchange exchange(MockServerHttpRequest.BodyBuilder request) {
        return on(MockServerWebExchange.from(request.body(content.asFlux())), Map.of());
    }

    private ServerWebExchange exchange(MockServerHttpRequest.BaseBuilder<?> request) {
        return on(MockServerWebExchange.from(request), Map.of());
    }

    private static ServerWebExchange forwarding(ServerWebExchange exchange, String target) {
        OriginRequestHeadersFilter.of(exchange);
        exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, URI.create(target));
        return exchange;
    }

    private static ServerWebExchange on(ServerWebExchange exchange, Map<String, Object> metadata) {
        Route route = Route.async()
                .id("uploads")
                .uri("http://origin.test/")
                .predicate(any -> true)
                .replaceMetadata(metadata)
                .build();
        exchange.getAttributes().put(GATEWAY_ROUTE_ATTR, route);
        return exchange;
    }

    private final class VirtualClock implements LarderClock {

        @Override
        public Instant steady() {
            return Instant.ofEpochMilli(timer.now(TimeUnit.MILLISECONDS));
        }

        @Override
        public Instant wall() {
            return steady();
        }

        @Override
        public long nanos() {
            return timer.now(TimeUnit.NANOSECONDS);
        }
    }
}
