package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.core.env.Environment;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Flux;

/** The routes of contract interfaces; among matching routes, the one with the most specific path comes first. */
final class ContractRouteDefinitionLocator implements RouteDefinitionLocator {

    private record Placed(PathPattern path, RouteDefinition route) {}

    private final List<RouteDefinition> routes;

    ContractRouteDefinitionLocator(Collection<AnnotatedRoute> annotated, Environment environment) {
        Map<String, String> contracts = new HashMap<>();
        annotated.forEach(route -> {
            String other = contracts.putIfAbsent(route.id(), route.contract());
            if (other != null) {
                throw new InvalidAnnotationException(
                        route.contract(),
                        other + " has a route " + route.id() + " too",
                        "@LarderRoutes(name = ...) with names of their own");
            }
        });
        this.routes = annotated.stream()
                .map(route -> place(route, environment))
                .sorted(Comparator.comparing(Placed::path, PathPattern.SPECIFICITY_COMPARATOR))
                .map(Placed::route)
                .toList();
    }

    @Override
    public Flux<RouteDefinition> getRouteDefinitions() {
        return Flux.fromIterable(routes);
    }

    private static Placed place(AnnotatedRoute annotated, Environment environment) {
        String path = environment.resolvePlaceholders(annotated.path());
        var route = new RouteDefinition();
        route.setId(annotated.id());
        route.setUri(uri(annotated, environment));
        route.setPredicates(List.of(
                predicate("Path", path),
                annotated.method().equals("GET")
                        ? predicate("Method", "GET", "HEAD")
                        : predicate("Method", annotated.method())));
        var cache = new FilterDefinition();
        cache.setName(CacheGatewayFilterFactory.NAME);
        cache.setArgs(Map.of("value", annotated.rule()));
        route.setFilters(List.of(cache));
        return new Placed(PathPatternParser.defaultInstance.parse(path), route);
    }

    private static PredicateDefinition predicate(String name, String... arguments) {
        var predicate = new PredicateDefinition();
        predicate.setName(name);
        for (int i = 0; i < arguments.length; i++) {
            predicate.addArg("_genkey_" + i, arguments[i]);
        }
        return predicate;
    }

    /** Returns the URI that a route forwards to. */
    static URI uri(AnnotatedRoute route, Environment environment) {
        String written = "@LarderRoutes(uri = \"" + route.uri() + "\")";
        try {
            URI uri = URI.create(environment.resolveRequiredPlaceholders(route.uri()));
            if (uri.getScheme() != null && uri.getRawAuthority() != null) {
                return uri;
            }
        } catch (IllegalArgumentException unresolved) {
            throw new InvalidAnnotationException(
                    route.contract(),
                    written + " cannot be resolved: " + unresolved.getMessage(),
                    "@LarderRoutes(uri = \"lb://users\")");
        }
        throw new InvalidAnnotationException(
                route.contract(), written + " has no scheme and host", "@LarderRoutes(uri = \"lb://users\")");
    }
}
