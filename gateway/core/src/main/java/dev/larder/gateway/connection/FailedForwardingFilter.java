package dev.larder.gateway.connection;

import dev.larder.gateway.filter.OriginFailure;
import dev.larder.gateway.filter.OriginResponseTimeout;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.http.ClientConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.ReactiveLoadBalancerClientFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Fails requests that have failed at their connection, in place of the gateway's own client: the application answers failures of
 * routes without a cache. Nothing is sent to the origin again.
 */
public final class FailedForwardingFilter implements GlobalFilter, Ordered {

    private final @Nullable Duration responseTimeout;

    /** @param responseTimeout timeout of routes without one of their own; null for none */
    public FailedForwardingFilter(@Nullable Duration responseTimeout) {
        this.responseTimeout = responseTimeout;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return ClientConnection.channel(ClientRequest.of(exchange))
                .map(channel -> channel.pipeline().get(ConnectionExchangeHandler.class))
                .map(ConnectionExchangeHandler::failure)
                .map(failure -> {
                    OriginFailure.note(exchange);
                    return Mono.<Void>error(asOfGateway(failure, exchange));
                })
                .orElseGet(() -> chain.filter(exchange));
    }

    private Throwable asOfGateway(Throwable failure, ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null
                ? failure
                : OriginResponseTimeout.asOfGateway(
                        failure,
                        OriginResponseTimeout.of(route, responseTimeout).orElse(Duration.ZERO));
    }

    /** Before an instance is chosen, which a load balancer has done already, and before content is read, which is gone. */
    @Override
    public int getOrder() {
        return ReactiveLoadBalancerClientFilter.LOAD_BALANCER_CLIENT_FILTER_ORDER - 1;
    }
}
