package dev.larder.gateway.connection;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayHttpTagsProvider;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayRouteTagsProvider;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayTagsProvider;
import org.springframework.cloud.gateway.support.tagsprovider.PropertiesTagsProvider;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;

/** Creates the same meters of routes as the gateway's metrics filter and the server's observation. */
public final class RouteMeterFactory {

    /** Gateway's providers of tags that are the same for all requests of a route. */
    private static final Set<Class<?>> BY_ROUTE = Set.of(GatewayRouteTagsProvider.class, PropertiesTagsProvider.class);

    private final Supplier<RouteMeters.Meters> meters;
    private final List<GatewayTagsProvider> providers;
    private final Map<RouteTags, RouteMeters> made = new ConcurrentHashMap<>();

    /** Whether tags depend on nothing but the route. */
    private final boolean byRouteAlone;

    private record RouteTags(Tags ofRoute, Tags ofOrigin) {}

    /**
     * Creates a factory of meters with these names, which are resolved when the first hit is counted.
     *
     * @param registry empty if nothing is counted
     * @param gateway name of the gateway's timer; empty if it has none
     * @param server name of the server's timer; empty if it has none
     * @param origin name of the timer of requests to origins; empty if there is none
     * @param providers providers of the gateway's tags
     */
    public RouteMeterFactory(
            Supplier<Optional<MeterRegistry>> registry,
            Supplier<Optional<String>> gateway,
            Supplier<Optional<String>> server,
            Supplier<Optional<String>> origin,
            List<GatewayTagsProvider> providers) {
        this.meters = SingletonSupplier.of(
                () -> new RouteMeters.Meters(registry.get(), gateway.get(), server.get(), origin.get()));
        this.providers = providers.stream()
                .filter(provider -> !provider.getClass().equals(GatewayHttpTagsProvider.class))
                .toList();
        this.byRouteAlone = this.providers.stream().allMatch(provider -> BY_ROUTE.contains(provider.getClass()));
    }

    /** Returns what finds the meters of one route. */
    OfRoute ofRoute() {
        return new OfRoute();
    }

    /** Finds the meters of one route by its exchanges, and keeps them if they depend on nothing but the route. */
    final class OfRoute {

        private volatile @Nullable RouteMeters kept;

        /** Returns the meters for an exchange of the route. */
        RouteMeters of(ServerWebExchange exchange) {
            RouteMeters known = kept;
            if (known == null) {
                known = RouteMeterFactory.this.of(exchange);
                kept = byRouteAlone ? known : null;
            }
            return known;
        }
    }

    /** Returns the meters for the route of an exchange. */
    RouteMeters of(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        Tags tags = Tags.empty();
        for (GatewayTagsProvider provider : providers) {
            tags = tags.and(provider.apply(exchange));
        }
        return of(tags, route == null ? Tags.empty() : tags(route));
    }

    /** Returns meters of a route for its requests to origins alone, whose tags say nothing of the client's request. */
    RouteMeters ofOrigins(Route route) {
        return of(Tags.empty(), tags(route));
    }

    private RouteMeters of(Tags ofRoute, Tags ofOrigin) {
        return made.computeIfAbsent(
                new RouteTags(ofRoute, ofOrigin), key -> new RouteMeters(meters.get(), key.ofRoute(), key.ofOrigin()));
    }

    private static Tags tags(Route route) {
        return Tags.of(
                "spring.cloud.gateway.route.id",
                route.getId(),
                "spring.cloud.gateway.route.uri",
                route.getUri().toString());
    }
}
