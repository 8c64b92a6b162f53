package dev.larder.gateway.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Runs filters, none of which waits, and keeps the exchange that reaches their end. */
final class ImmediateChain implements GatewayFilterChain {

    private final List<GatewayFilter> filters;
    private int next;
    private @Nullable ServerWebExchange reached;

    ImmediateChain(List<GatewayFilter> filters) {
        this.filters = filters;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange) {
        if (next == filters.size()) {
            reached = exchange;
            return Mono.empty();
        }
        return filters.get(next++).filter(exchange, this);
    }

    /** Returns the exchange as the filters have left it; null if one of them has not passed it on. */
    @Nullable
    ServerWebExchange reached() {
        return reached;
    }
}
