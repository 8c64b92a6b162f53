package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.ClientAddresses;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.filter.OriginResponseTimeout;
import dev.larder.gateway.origin.OriginClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * Creates the origins of exchanges at client connections.
 *
 * @param clients tell in whose name a request is made
 * @param fields the header fields of forwarded messages
 * @param balancer chooses the origins of {@code lb} routes; null if there is no load balancer
 * @param responseTimeout timeout of routes without one of their own; null for none
 */
record ConnectionOriginFactory(
        OriginClient client,
        ClientAddresses clients,
        ForwardedFieldsByRoute fields,
        @Nullable LoadBalancerFilters balancer,
        @Nullable Duration responseTimeout) {

    /** @param via name of the gateway in Via; empty for none */
    static ConnectionOriginFactory of(OriginClient client, String via, ListableBeanFactory beans) {
        return new ConnectionOriginFactory(
                client,
                beans.getBean(ClientAddresses.class),
                ForwardedFieldsByRoute.of(beans, via),
                LoadBalancerFilters.of(beans).orElse(null),
                beans.getBean(HttpClientProperties.class).getResponseTimeout());
    }

    /** Returns whether the origin of a request that has been routed can be asked from its connection. */
    boolean reaches(ServerWebExchange exchange) {
        return balancer != null || !LoadBalancerFilters.isBalanced(exchange);
    }

    /** Returns the origin of a request on a route with a cache. */
    OriginPort cached(ServerWebExchange exchange, RequestingClient asking) {
        return of(exchange, asking, fields.cached(asking.isStream()), false);
    }

    /** Returns the origin of a request on another route; null if those are not forwarded here. */
    @Nullable
    OriginPort uncached(ServerWebExchange exchange, RequestingClient asking) {
        ForwardedFields forwarded = fields.uncached();
        return forwarded == null ? null : of(exchange, asking, forwarded, true);
    }

    /** @param includesContent whether the response timeout includes the time of sending content */
    private OriginPort of(
            ServerWebExchange exchange, RequestingClient asking, ForwardedFields forwarded, boolean includesContent) {
        Route route = exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        Duration timeout = OriginResponseTimeout.of(route, responseTimeout).orElse(Duration.ZERO);
        var responses = new ConnectionOrigin.ResponseTimeout(timeout, includesContent);
        return balancer != null && LoadBalancerFilters.isBalanced(exchange)
                ? new LoadBalancedOrigin(
                        balancer, exchange, asking.loop(), timeout, chosen -> of(chosen, asking, forwarded, responses))
                : of(exchange, asking, forwarded, responses);
    }

    private OriginPort of(
            ServerWebExchange exchange,
            RequestingClient asking,
            ForwardedFields forwarded,
            ConnectionOrigin.ResponseTimeout timeout) {
        var requester = new ConnectionOrigin.Requester(asking.eventLoop(), clients.owner(exchange.getRequest()));
        return new ConnectionOrigin(client, requester, forwarded, exchange, timeout, asking.meters());
    }
}
