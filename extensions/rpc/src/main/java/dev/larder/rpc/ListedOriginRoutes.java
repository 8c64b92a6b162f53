package dev.larder.rpc;

import dev.larder.rpc.policy.WebOrigin;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Routes of listed origins, which HTTP requests cannot reach. Redirects are left to the client. */
public final class ListedOriginRoutes {

    private final Map<WebOrigin, Route> routes;

    /**
     * Creates routes for these origins.
     *
     * @param cache the cache filter
     * @param routing sends requests, with a client that connects only to admitted addresses
     */
    public ListedOriginRoutes(Collection<WebOrigin> origins, GatewayFilter cache, GlobalFilter routing) {
        List<GatewayFilter> filters = List.of(cache, new Asking(routing));
        this.routes = origins.stream().collect(Collectors.toMap(Function.identity(), origin -> route(origin, filters)));
    }

    /** Returns the route of a listed origin. */
    Route route(WebOrigin origin) {
        return Objects.requireNonNull(routes.get(origin));
    }

    private static Route route(WebOrigin origin, List<GatewayFilter> filters) {
        return Route.async()
                .id("larder-rpc " + origin.uri())
                .uri(origin.uri())
                .predicate(exchange -> false)
                .filters(filters)
                .build();
    }

    /** Sends requests in place of the gateway's own filter, which then considers them done. */
    private record Asking(GlobalFilter routing) implements GatewayFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return routing.filter(exchange, chain);
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE - 1;
        }
    }
}
