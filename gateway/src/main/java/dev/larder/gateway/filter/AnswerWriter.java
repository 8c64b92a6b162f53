package dev.larder.gateway.filter;

import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Writes what {@link CacheFilter} has prepared, where the gateway itself writes responses: after the route's filters. */
public final class AnswerWriter implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange)
                .then(Mono.defer(() -> PreparedAnswer.of(exchange)
                        .map(answer -> answer.writeTo(exchange.getResponse()))
                        .orElseGet(Mono::empty)))
                .doFinally(signal -> PreparedAnswer.of(exchange).ifPresent(PreparedAnswer::end));
    }

    @Override
    public int getOrder() {
        return NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER;
    }
}
