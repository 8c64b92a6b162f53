package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.MethodOverride;
import dev.larder.gateway.describe.RequestDescriber;
import java.net.URI;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Makes the writes of a route invalidate what other routes have stored. Does nothing on a route with {@link CacheFilter}, which
 * does the same.
 */
public final class WriteInvalidationFilter implements GatewayFilter, Ordered {

    private final CacheServices services;

    WriteInvalidationFilter(CacheServices services) {
        this.services = services;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        LateWriteFilter.reached(exchange);
        ServerHttpRequest request = exchange.getRequest();
        if (!MethodOverride.isUnsafe(request) || PreparedResponse.of(exchange).isPresent()) {
            return chain.filter(exchange);
        }
        URI uri = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        Described target = RequestDescriber.describeTaken(exchange, uri, services.rules());
        if (target.isServed()) {
            return chain.filter(exchange);
        }
        if (ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
            return services.writes().answering(target, (same, passedOn) -> chain.filter(same));
        }
        return services.writes().around(target, (read, passedOn) -> chain.filter(read));
    }

    @Override
    public int getOrder() {
        return CacheFilter.ORDER + 1;
    }

    @Override
    public String toString() {
        return "[WriteInvalidation]";
    }
}
