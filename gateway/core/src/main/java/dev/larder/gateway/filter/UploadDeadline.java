package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.OriginRequestHeadersFilter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.cloud.gateway.support.TimeoutException;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Counts the time that an origin has for its response from the last piece of the request's content that was taken from
 * the client. The gateway counts from the first octet, so that an upload that takes longer is late however swift its origin.
 * What comes after this filter is over with the head of the response, whose body has no deadline here.
 */
public final class UploadDeadline implements GlobalFilter, Ordered {

    /** Next to the filter whose place in waiting it takes: nobody else sees the route that it is given. */
    public static final int ORDER = NettyRoutingFilter.ORDER - 1;

    private final Supplier<@Nullable Duration> general;
    private final LarderClock clock;
    private final Scheduler timer;

    /**
     * Ends what takes too long.
     *
     * @param general the time on routes that have none of their own; null for none
     * @param clock by which it is counted
     * @param timer on whose thread it ends
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
        Mono<Void> late = Mono.error(() -> {
            var error = new TimeoutException("Response took longer than timeout: " + time);
            return new ResponseStatusException(HttpStatus.GATEWAY_TIMEOUT, error.getMessage(), error);
        });
        return Mono.defer(() -> {
            upload.taken();
            return chain.filter(upload).timeout(upload.silence(time), late);
        });
    }

    /** One request, by a route on which nobody else looks at the time. */
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

        /** Ends once nothing has been taken for that time: one timer for all pieces, which looks how long it has to wait yet. */
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

        /** The gateway asks for its route here; what the attributes have is everybody's. */
        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <T> @Nullable T getAttribute(String name) {
            return name.equals(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR) ? (T) route : super.getAttribute(name);
        }
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
