package dev.larder.gateway.filter;

import dev.larder.gateway.filter.origin.OriginRequestHeadersFilter;
import dev.larder.gateway.message.LarderClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Measures the origin's response timeout from the last piece of request content that was taken from the client. The gateway
 * measures from the first octet, so that a long upload would time out however fast its origin is. The filters after this one
 * complete with the head of the response; its body has no deadline here. The last thing before the filter whose timeout it replaces
 * ({@link SendingWebHandler}): no other filter sees the modified route and content.
 */
public final class UploadDeadline implements GatewayFilter {

    private final Supplier<@Nullable Duration> general;
    private final LarderClock clock;
    private final Scheduler timer;

    /**
     * Creates a deadline.
     *
     * @param general timeout of routes without one of their own; null for none
     * @param clock clock that measures the time
     * @param timer scheduler on whose threads requests time out
     */
    public UploadDeadline(Supplier<@Nullable Duration> general, LarderClock clock, Scheduler timer) {
        this.general = general;
        this.clock = clock;
        this.timer = timer;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        if (route == null || !OriginRequestHeadersFilter.is(exchange) || !UploadFilter.isUpload(exchange)) {
            return chain.filter(exchange);
        }
        Optional<Duration> timeout = OriginResponseTimeout.of(route, general.get());
        return timeout.map(time -> within(time, new Upload(exchange, OriginResponseTimeout.without(route)), chain))
                .orElseGet(() -> chain.filter(exchange));
    }

    private Mono<Void> within(Duration time, Upload upload, GatewayFilterChain chain) {
        Mono<Void> late = Mono.error(() -> OriginResponseTimeout.late(time));
        return Mono.defer(() -> {
            upload.taken();
            return chain.filter(upload).timeout(upload.silence(time), late);
        });
    }

    /** One request, with a route that has no timeout. */
    private final class Upload extends ServerWebExchangeDecorator {

        private final Route route;
        private final ServerHttpRequest request;
        private volatile long lastTaken;

        Upload(ServerWebExchange exchange, Route route) {
            super(exchange);
            this.route = route;
            this.request = new ServerHttpRequestDecorator(exchange.getRequest()) {
                @Override
                public Flux<DataBuffer> getBody() {
                    return super.getBody().doOnNext(piece -> taken()).doOnComplete(Upload.this::taken);
                }
            };
        }

        private void taken() {
            lastTaken = clock.nanos();
        }

        /** Completes once nothing has been taken for that time: one timer for all pieces, which computes the remaining time. */
        private Flux<Void> silence(Duration time) {
            return Mono.defer(() -> Mono.delay(left(time), timer))
                    .then()
                    .repeat(() -> left(time).compareTo(Duration.ZERO) > 0);
        }

        private Duration left(Duration time) {
            return time.minusNanos(clock.nanos() - lastTaken);
        }

        @Override
        public ServerHttpRequest getRequest() {
            return request;
        }

        /** The gateway reads its route here; the attributes are shared with other filters. */
        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <T> @Nullable T getAttribute(String name) {
            return name.equals(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR) ? (T) route : super.getAttribute(name);
        }
    }
}
