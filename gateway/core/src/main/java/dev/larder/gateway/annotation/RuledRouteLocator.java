package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.UnsafeRequestRuleFilter;
import java.util.ArrayList;
import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import reactor.core.publisher.Flux;

/** Adds a filter to the routes of another locator, unless they have their own {@code Cache} or {@code BufferedWrites}. */
record RuledRouteLocator(RouteLocator locator, GatewayFilter filter) implements RouteLocator {

    @Override
    public Flux<Route> getRoutes() {
        return locator.getRoutes().map(this::ruled);
    }

    private Route ruled(Route route) {
        if (route.getFilters().stream().anyMatch(RuledRouteLocator::isRuleFilter)) {
            return route;
        }
        List<GatewayFilter> filters = new ArrayList<>(route.getFilters());
        filters.add(filter);
        return Route.async()
                .id(route.getId())
                .uri(route.getUri())
                .order(route.getOrder())
                .asyncPredicate(route.getPredicate())
                .replaceFilters(filters)
                .replaceMetadata(route.getMetadata())
                .build();
    }

    private static boolean isRuleFilter(GatewayFilter filter) {
        return filter instanceof CacheFilter || filter instanceof UnsafeRequestRuleFilter;
    }
}
