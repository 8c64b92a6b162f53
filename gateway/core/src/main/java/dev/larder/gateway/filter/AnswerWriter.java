package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.UnreadResponse;
import dev.larder.http.Arrival;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Writes what {@link CacheFilter} has prepared, where the gateway itself writes responses: after the route's filters; and lets go
 * what arrives for a client that has left, which the gateway looks for only once, before it stops asking.
 */
public final class AnswerWriter implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return Mono.defer(() -> {
            UnreadResponse unread = UnreadResponse.in(exchange);
            return chain.filter(exchange)
                    .then(Mono.defer(() -> PreparedAnswer.of(exchange)
                            .map(answer -> answer.writeTo(exchange.getResponse()))
                            .orElseGet(Mono::empty)))
                    .doFinally(signal -> over(exchange, unread, signal))
                    .doOnCancel(unread::over)
                    .contextWrite(context -> Arrival.to(unread::arrived, context));
        });
    }

    private static void over(ServerWebExchange exchange, UnreadResponse unread, SignalType signal) {
        PreparedAnswer.of(exchange).ifPresent(PreparedAnswer::end);
        if (signal != SignalType.ON_COMPLETE) {
            unread.over();
        }
    }

    @Override
    public int getOrder() {
        return NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER;
    }
}
