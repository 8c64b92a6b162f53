package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.http.client.OriginClient;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * Creates the origins of exchanges at client connections.
 *
 * @param balancer chooses the origins of {@code lb} routes; null if there is no load balancer
 */
record ConnectionOriginFactory(
        OriginServices services, @Nullable LoadBalancerFilters balancer) {

    /** @param via name of the gateway in Via; empty for none */
    static ConnectionOriginFactory of(OriginClient client, String via, ListableBeanFactory beans) {
        return new ConnectionOriginFactory(
                services(client, via, beans), LoadBalancerFilters.of(beans).orElse(null));
    }

    /** @param via name of the gateway in Via; empty for none */
    static OriginServices services(OriginClient client, String via, ListableBeanFactory beans) {
        return new OriginServices(
                client,
                beans.getBean(ClientAddresses.class),
                ForwardingAssessment.fieldsByRoute(beans, via),
                beans.getBean(HttpClientProperties.class).getResponseTimeout());
    }

    /** Returns whether the origin of a request that has been routed can be asked from its connection. */
    boolean canReachOrigin(ServerWebExchange exchange) {
        return balancer != null || !LoadBalancerFilters.isBalanced(exchange);
    }

    /** Returns the origin of a request on a route with a cache. */
    OriginPort cached(ServerWebExchange exchange, ConnectionOrigin.Asking asking) {
        return of(exchange, asking, ConnectionOrigin.Kind.CACHED);
    }

    /** Returns the origin of a request on another route; null if those are not forwarded here. */
    @Nullable
    OriginPort uncached(ServerWebExchange exchange, ConnectionOrigin.Asking asking) {
        return services.fields().uncached() == null ? null : of(exchange, asking, ConnectionOrigin.Kind.UNCACHED);
    }

    private OriginPort of(ServerWebExchange exchange, ConnectionOrigin.Asking asking, ConnectionOrigin.Kind kind) {
        return new ConnectionOrigin(services, exchange, asking, kind, instances(exchange, asking));
    }

    private @Nullable LoadBalancedInstances instances(ServerWebExchange exchange, ConnectionOrigin.Asking asking) {
        return balancer == null || !LoadBalancerFilters.isBalanced(exchange)
                ? null
                : new LoadBalancedInstances(
                        balancer,
                        exchange,
                        ExchangeLoop.of(asking.loop()),
                        services.timeout(exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR)));
    }
}
