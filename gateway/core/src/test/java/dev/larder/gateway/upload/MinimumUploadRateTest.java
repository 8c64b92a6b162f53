package dev.larder.gateway.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.http.ClientShares;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Content that drips is ended, however short its pauses; what waits for the origin is not the client's. */
class MinimumUploadRateTest {

    private static final Duration STORE = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final MinimumUploadRate pace = new MinimumUploadRate(STORE, LONGEST, time);
    private final Sinks.Many<DataBuffer> content = Sinks.many().unicast().onBackpressureBuffer();
    private final Origin origin = new Origin();

    @Test
    @Tag("hardening-X6")
    void failsUploadOfOneOctetEveryNineSecondsWith408() {
        start(Long.MAX_VALUE);
        int seconds = 0;
        for (; seconds < 600 && origin.error == null; seconds++) {
            piece(seconds % 9 == 0 ? 1 : 0);
            time.advanceTimeBy(Duration.ofSeconds(1));
        }
        assertThat(seconds).isBetween(30, 33);
        assertThat(GatewayProblem.of(origin.error).orElseThrow().status()).isEqualTo(HttpStatus.REQUEST_TIMEOUT);
    }

    @Test
    void fastUploadEarnsNoMoreThanMaximumTimeReserve() {
        start(Long.MAX_VALUE);
        piece(100 << 20);
        time.advanceTimeBy(STORE.minusSeconds(1));
        assertThat(origin.error).isNull();
        time.advanceTimeBy(Duration.ofSeconds(2));
        assertThat(origin.error).isNotNull();
    }

    @Test
    void doesNotWrapLimitedContentAgain() {
        Flux<DataBuffer> bound = pace.bound(content.asFlux());
        assertThat(pace.bound(bound)).isSameAs(bound);
    }

    @Test
    void limitsContentOfEveryRequestOfExchange() {
        var shares = new ClientShares(1, 1);
        var uploads = new UploadReceiver(pace, shares, shares, ClientAddresses.DIRECT);
        var exchange = MockServerWebExchange.from(
                MockServerHttpRequest.post("/").contentLength(9).body(content.asFlux()));
        uploads.paced(exchange);
        Flux<DataBuffer> body = uploads.paced(exchange).getRequest().getBody();
        assertThat(pace.bound(body)).isSameAs(body);
    }

    @Test
    void acceptsUploadOfTwoKilobytesPerSecond() {
        start(Long.MAX_VALUE);
        for (int i = 0; i < 3_000; i++) {
            piece(2048);
            time.advanceTimeBy(Duration.ofSeconds(1));
        }
        assertThat(origin.error).isNull();
    }

    @Test
    void failsUploadThatExceedsMaximumDuration() {
        start(Long.MAX_VALUE);
        for (int i = 0; i < 3_602; i++) {
            piece(2048);
            time.advanceTimeBy(Duration.ofSeconds(1));
        }
        assertThat(origin.error).isNotNull();
    }

    @Test
    @Tag("hardening-X6")
    void doesNotCountTimeWhileOriginRequestsNothing() {
        start(1);
        piece(1);
        time.advanceTimeBy(STORE.multipliedBy(10));
        assertThat(origin.error).isNull();

        origin.request(1);
        time.advanceTimeBy(STORE.minusSeconds(1));
        assertThat(origin.error).isNull();
        time.advanceTimeBy(Duration.ofSeconds(2));
        assertThat(origin.error).isNotNull();
    }

    @Test
    void stopsTimerWhenUploadEnds() {
        start(Long.MAX_VALUE);
        content.tryEmitComplete();
        time.advanceTimeBy(LONGEST.multipliedBy(2));
        assertThat(origin.error).isNull();
        assertThat(time.getScheduledTaskCount()).isLessThan(3);
    }

    private void start(long pieces) {
        pace.bound(content.asFlux()).subscribe(origin);
        origin.request(pieces);
    }

    private void piece(int octets) {
        if (octets > 0) {
            content.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(new byte[octets]));
        }
    }

    private static final class Origin extends BaseSubscriber<DataBuffer> {

        private @Nullable Throwable error;

        @Override
        protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {}

        @Override
        protected void hookOnError(Throwable late) {
            error = late;
        }
    }
}
