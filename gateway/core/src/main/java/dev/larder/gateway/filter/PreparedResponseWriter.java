package dev.larder.gateway.filter;

import dev.larder.gateway.filter.origin.UnreadResponse;
import dev.larder.http.SentRequest;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.core.Ordered;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Writes responses prepared by {@link CacheFilter} after the route's filters, where the gateway itself writes responses. Discards
 * what arrives for a client that has left, which the gateway checks only once, before it stops asking.
 */
public final class PreparedResponseWriter implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return Mono.defer(() -> {
            SingletonSupplier<UnreadResponse> unread = SingletonSupplier.of(() -> UnreadResponse.in(exchange));
            var sent = new SentRequest(true, connection -> unread.obtain().arrived(connection));
            Optional<PreparedResponse> outer = PreparedResponse.of(exchange);
            return chain.filter(exchange)
                    .then(Mono.defer(() -> ofThisRoute(exchange, outer)
                            .map(answer -> answer.writeTo(exchange))
                            .orElseGet(Mono::empty)))
                    .doFinally(signal -> over(exchange, outer, unread, signal))
                    .doOnCancel(() -> unread.obtain().over())
                    .contextWrite(sent::in);
        });
    }

    /** A request may come by another route, which forwards it to this one, or whose circuit breaker falls back to it. */
    private static Optional<PreparedResponse> ofThisRoute(
            ServerWebExchange exchange, Optional<PreparedResponse> outer) {
        return PreparedResponse.of(exchange)
                .filter(answer -> outer.filter(other -> other == answer).isEmpty());
    }

    private static void over(
            ServerWebExchange exchange,
            Optional<PreparedResponse> outer,
            SingletonSupplier<UnreadResponse> unread,
            SignalType signal) {
        ofThisRoute(exchange, outer).ifPresent(PreparedResponse::end);
        if (signal != SignalType.ON_COMPLETE) {
            unread.obtain().over();
        }
    }

    @Override
    public int getOrder() {
        return NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER;
    }
}
