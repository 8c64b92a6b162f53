package dev.larder.gateway.connection;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.LoadBalancerServiceInstanceCookieFilter;
import org.springframework.cloud.gateway.filter.ReactiveLoadBalancerClientFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Gateway's own filters that have the load balancer choose an instance of a service, and name it in a cookie: for requests on
 * {@code lb} routes. They are the only code that knows the load balancer, which need not be on the class path.
 */
final class LoadBalancerFilters {

    /** The scheme of their routes. */
    static final String SCHEME = "lb";

    private static final Set<Class<?>> FILTERS =
            Set.of(ReactiveLoadBalancerClientFilter.class, LoadBalancerServiceInstanceCookieFilter.class);

    private final List<GlobalFilter> inOrder;

    /** @param inOrder the filters; the load balancer's is among them */
    LoadBalancerFilters(List<GlobalFilter> inOrder) {
        this.inOrder = inOrder;
    }

    /** Returns the filters of an application; empty if it has no load balancer. */
    static Optional<LoadBalancerFilters> of(ListableBeanFactory beans) {
        List<GlobalFilter> found = ApplicationAssessment.all(beans, GlobalFilter.class).stream()
                .filter(filter -> FILTERS.contains(filter.getClass()))
                .toList();
        return found.stream().anyMatch(filter -> filter.getClass().equals(ReactiveLoadBalancerClientFilter.class))
                ? Optional.of(new LoadBalancerFilters(found))
                : Optional.empty();
    }

    /** Returns whether a load balancer chooses where requests of a route are forwarded, by HTTP. */
    static boolean isBalanced(URI route) {
        return SCHEME.equals(route.getScheme())
                && (!route.isOpaque() || route.getRawSchemeSpecificPart().matches("https?://.*"));
    }

    /** Returns whether a load balancer chooses where a request is forwarded that has been routed. */
    static boolean isBalanced(ServerWebExchange exchange) {
        return SCHEME.equals(exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR))
                || (exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR) instanceof URI url
                        && SCHEME.equals(url.getScheme()));
    }

    /**
     * Chooses an instance, on any thread.
     *
     * @param forwarding forwards the exchange to that instance; completes with the head of the response
     */
    Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain forwarding) {
        return from(0, exchange, forwarding);
    }

    private Mono<Void> from(int next, ServerWebExchange exchange, GatewayFilterChain forwarding) {
        return Mono.defer(() -> next == inOrder.size()
                ? forwarding.filter(exchange)
                : inOrder.get(next).filter(exchange, reached -> from(next + 1, reached, forwarding)));
    }
}
