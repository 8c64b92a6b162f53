package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.UnreadResponse;
import dev.larder.http.ResponseArrivalListener;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.core.Ordered;
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
            UnreadResponse unread = UnreadResponse.in(exchange);
            return chain.filter(exchange)
                    .then(Mono.defer(() -> PreparedResponse.of(exchange)
                            .map(answer -> answer.writeTo(exchange.getResponse()))
                            .orElseGet(Mono::empty)))
                    .doFinally(signal -> over(exchange, unread, signal))
                    .doOnCancel(unread::over)
                    .contextWrite(context -> ResponseArrivalListener.to(unread::arrived, context));
        });
    }

    private static void over(ServerWebExchange exchange, UnreadResponse unread, SignalType signal) {
        PreparedResponse.of(exchange).ifPresent(PreparedResponse::end);
        if (signal != SignalType.ON_COMPLETE) {
            unread.over();
        }
    }

    @Override
    public int getOrder() {
        return NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER;
    }
}
