package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.upload.MinimumUploadRate;
import dev.larder.gateway.upload.RepeatableContent;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientShares;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.cloud.gateway.event.EnableBodyCachingEvent;
import org.springframework.cloud.gateway.filter.AdaptCachedBodyGlobalFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.RemoveCachedBodyFilter;
import org.springframework.cloud.gateway.handler.predicate.ReadBodyRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

class RepeatableContentFilterTest {

    private static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.1", 1);
    private static final InetSocketAddress OTHER = new InetSocketAddress("192.0.2.2", 1);
    private static final int TOGETHER = 100_000;
    private static final int OF_ONE = 60_000;
    private static final String ROUTE = "again";

    private final ClientShares memory = new ClientShares(TOGETHER, OF_ONE);
    private final RepeatableContentFilter filter = new RepeatableContentFilter(new UploadReceiver(
            new MinimumUploadRate(Duration.ofSeconds(30), Duration.ofHours(1), VirtualTimeScheduler.create()),
            memory,
            new ClientShares(1, 1),
            ClientAddresses.DIRECT));
    private final AdaptCachedBodyGlobalFilter keeping = new AdaptCachedBodyGlobalFilter();
    private final List<String> kept = new ArrayList<>();

    RepeatableContentFilterTest() {
        var asked = new EnableBodyCachingEvent(this, ROUTE);
        filter.onApplicationEvent(asked);
        keeping.onApplicationEvent(asked);
    }

    @Test
    void isOrderedJustBeforeBodyCachingFilter() {
        assertThat(filter.getOrder()).isEqualTo(keeping.getOrder() - 1);
    }

    @Test
    void keepsContentThatFitsAndReleasesItsMemory() {
        for (int i = 0; i < 10; i++) {
            MockServerWebExchange exchange = exchange(CLIENT, ROUTE, 5, 10_000);
            filter(exchange, Mono.empty()).block();
            assertThat(kept.remove(0)).hasSize(50_000);
        }
        assertThatNothingIsTaken();
    }

    @Test
    void rejectsContentBeyondClientLimitWith413() {
        assertThat(statusOf(exchange(CLIENT, ROUTE, 7, 10_000))).isEqualTo(413);
        assertThat(kept).isEmpty();
        assertThatNothingIsTaken();
    }

    @Test
    @Tag("hardening-X6")
    void rejectsContentBeyondFreeMemoryWith503() {
        Disposable other =
                filter(exchange(OTHER, ROUTE, 5, 10_000), Mono.never()).subscribe();
        assertThat(statusOf(exchange(CLIENT, ROUTE, 5, 10_000))).isEqualTo(503);
        other.dispose();
        assertThat(statusOf(exchange(CLIENT, ROUTE, 5, 10_000))).isEqualTo(200);
        assertThatNothingIsTaken();
    }

    @Test
    void countsOverheadOfEachPiece() {
        assertThat(statusOf(exchange(CLIENT, ROUTE, 100, 1))).isEqualTo(413);
    }

    @Test
    void doesNotLimitContentOfOtherRoutes() {
        assertThat(statusOf(exchange(CLIENT, "once", 100, 10_000))).isEqualTo(200);
    }

    @Test
    void contentRemainsReadableAfterClientHasLeft() {
        var attempt = new AtomicReference<ServerWebExchange>();
        GatewayFilterChain goingOn = kept -> {
            attempt.set(kept);
            return Mono.never();
        };
        new RemoveCachedBodyFilter()
                .filter(
                        exchange(CLIENT, ROUTE, 5, 10_000),
                        whole -> filter.filter(whole, counted -> keeping.filter(counted, goingOn)))
                .subscribe()
                .dispose();
        Flux<DataBuffer> content = attempt.get().getRequest().getBody();
        for (int time = 0; time < 2; time++) {
            assertThat(DataBufferUtils.join(content)
                            .map(DataBuffer::readableByteCount)
                            .block())
                    .isEqualTo(50_000);
        }
    }

    @Test
    void keepsContentReadByRoutePredicate() {
        var subscribed = new AtomicBoolean();
        MockServerWebExchange exchange = exchange(
                CLIENT,
                ROUTE,
                pieces(5, 10_000)
                        .doOnSubscribe(subscription ->
                                assertThat(subscribed.getAndSet(true)).isFalse()));
        var predicate = new ReadBodyRoutePredicateFactory.Config().setPredicate(String.class, content -> true);
        Publisher<Boolean> matches =
                new ReadBodyRoutePredicateFactory().applyAsync(predicate).apply(exchange);
        assertThat(Mono.from(matches).block()).isTrue();
        GatewayFilterChain forwarding =
                kept -> DataBufferUtils.join(kept.getRequest().getBody())
                        .doOnNext(content -> this.kept.add(content.toString(StandardCharsets.US_ASCII)))
                        .then();
        filter.filter(exchange, counted -> keeping.filter(counted, forwarding)).block();
        assertThat(kept).singleElement().asString().hasSize(50_000);
    }

    @Test
    void memoryIsHeldWhileRequestIsInProgress() {
        var goesOn = Disposables.swap();
        GatewayFilterChain forwarding = kept -> {
            goesOn.update(RepeatableContent.held(kept, Mono.never()).subscribe());
            return Mono.never();
        };
        filter.filter(exchange(OTHER, ROUTE, 5, 10_000), forwarding).subscribe().dispose();
        assertThat(statusOf(exchange(CLIENT, ROUTE, 5, 10_000))).isEqualTo(503);
        goesOn.dispose();
        assertThatNothingIsTaken();
    }

    private void assertThatNothingIsTaken() {
        assertThat(memory.take(CLIENT.getAddress(), OF_ONE)).isTrue();
        assertThat(memory.take(OTHER.getAddress(), TOGETHER - OF_ONE)).isTrue();
    }

    private int statusOf(MockServerWebExchange exchange) {
        filter(exchange, Mono.empty()).block();
        var status = exchange.getResponse().getStatusCode();
        return status == null ? 200 : status.value();
    }

    private Mono<Void> filter(MockServerWebExchange exchange, Mono<Void> rest) {
        GatewayFilterChain forwarding = keeper -> {
            if (keeper.getAttribute(ServerWebExchangeUtils.CACHED_REQUEST_BODY_ATTR) instanceof DataBuffer content) {
                kept.add(content.toString(StandardCharsets.US_ASCII));
            }
            return rest;
        };
        return filter.filter(exchange, counted -> keeping.filter(counted, forwarding));
    }

    private static MockServerWebExchange exchange(InetSocketAddress client, String route, int pieces, int octets) {
        return exchange(client, route, pieces(pieces, octets));
    }

    private static Flux<DataBuffer> pieces(int count, int octets) {
        byte[] piece = "x".repeat(octets).getBytes(StandardCharsets.US_ASCII);
        return Flux.range(0, count).map(i -> DefaultDataBufferFactory.sharedInstance.wrap(piece));
    }

    private static MockServerWebExchange exchange(InetSocketAddress client, String route, Flux<DataBuffer> content) {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.put("/")
                .remoteAddress(client)
                .header("Transfer-Encoding", "chunked")
                .body(content));
        exchange.getAttributes()
                .put(
                        ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR,
                        Route.async()
                                .id(route)
                                .uri("http://origin.example")
                                .predicate(any -> true)
                                .build());
        return exchange;
    }
}
