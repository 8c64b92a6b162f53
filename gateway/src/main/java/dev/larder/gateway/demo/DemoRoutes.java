package dev.larder.gateway.demo;

import java.util.List;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/** One cached catch-all route to the demo origin, after every route that somebody configured. */
final class DemoRoutes implements RouteDefinitionLocator {

    private final DemoOrigin origin;

    DemoRoutes(DemoOrigin origin) {
        this.origin = origin;
    }

    @Override
    public Flux<RouteDefinition> getRouteDefinitions() {
        return Flux.defer(() -> origin.isRunning() ? Flux.just(route()) : Flux.empty());
    }

    private RouteDefinition route() {
        var route = new RouteDefinition();
        route.setId("demo");
        route.setUri(origin.uri());
        route.setPredicates(List.of(new PredicateDefinition("Path=/**")));
        route.setFilters(List.of(new FilterDefinition("Cache")));
        route.setOrder(Ordered.LOWEST_PRECEDENCE);
        return route;
    }
}
