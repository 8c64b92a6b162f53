package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import java.net.URI;
import java.util.List;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/** The route of {@code larder.origin}: it takes what no other route does. */
final class OriginRoute {

    private OriginRoute() {}

    static RouteDefinitionLocator to(String origin) {
        var route = new RouteDefinition();
        route.setId(RuleRouteWarnings.ORIGIN_ROUTE);
        route.setUri(URI.create(origin));
        route.setOrder(Ordered.LOWEST_PRECEDENCE);
        route.setPredicates(List.of(new PredicateDefinition("Path=/**")));
        route.setFilters(List.of(new FilterDefinition(CacheGatewayFilterFactory.NAME)));
        return () -> Flux.just(route);
    }
}
