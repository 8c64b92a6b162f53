package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.filter.CacheFilter;
import java.util.ArrayList;
import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import reactor.core.publisher.Flux;

/** The routes of another locator, each with this filter, unless it has a {@code Cache} of its own. */
record RuledRouteLocator(RouteLocator locator, GatewayFilter cache) implements RouteLocator {

    @Override
    public Flux<Route> getRoutes() {
        return locator.getRoutes().map(this::cached);
    }

    private Route cached(Route route) {
        if (route.getFilters().stream().anyMatch(CacheFilter.class::isInstance)) {
            return route;
        }
        List<GatewayFilter> filters = new ArrayList<>(route.getFilters());
        filters.add(cache);
        return Route.async()
                .id(route.getId())
                .uri(route.getUri())
                .order(route.getOrder())
                .asyncPredicate(route.getPredicate())
                .replaceFilters(filters)
                .replaceMetadata(route.getMetadata())
                .build();
    }
}
