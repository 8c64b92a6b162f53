package dev.larder.gateway.connection;

import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.UnsafeRequestRuleFilter;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.handler.predicate.HostRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.MethodRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.PathRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.QueryRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;

/**
 * Determines how early hits of a route can be answered: the route must depend only on method, host, path and query, and its
 * filters must only affect what is forwarded, or be {@link ResponseFilters}. Unknown predicates and filters count as obstacles.
 */
final class RouteAssessment {

    private static final Set<Class<?>> PREDICATES = Set.of(
            HostRoutePredicateFactory.class,
            MethodRoutePredicateFactory.class,
            PathRoutePredicateFactory.class,
            QueryRoutePredicateFactory.class);
    private static final String CORS = "cors";
    private static final Set<String> FILTERS =
            Set.of("StripPrefix", "PrefixPath", "RewritePath", "SetPath", "PreserveHostHeader");
    private static final String OPERATORS = "[()&|! ]*";
    private static final String CONJUNCTION = "[()& ]*";

    /** The gateway's own start of a predicate chain: the only predicate without a description, and always true. */
    private static final String ALWAYS_TRUE = "(?:RouteDefinitionRouteLocator|PredicateSpec)\\$\\$Lambda[$/0-9a-fx]*";

    private RouteAssessment() {}

    /**
     * Returns the assessments of these routes, given in the order in which they are matched.
     *
     * @param responseFilters their filters that change responses
     */
    static IdentityHashMap<Route, HitLevelAssessment> of(
            Collection<Route> routes, IdentityHashMap<Route, ResponseFilters> responseFilters) {
        IdentityHashMap<Route, HitLevelAssessment> surveys = new IdentityHashMap<>();
        boolean cors = routes.stream().anyMatch(route -> route.getMetadata().containsKey(CORS));
        HitLevelAssessment before = cors
                ? HitLevelAssessment.CLEAR.atMost(HitLevel.GATEWAY, "A route answers for CORS.")
                : HitLevelAssessment.CLEAR;
        for (Route route : routes) {
            List<String> unknown = unknownPredicates(route);
            HitLevelAssessment match = before;
            if (!unknown.isEmpty()) {
                match = before.atMost(
                        HitLevel.GATEWAY, "The route is found by more than method, host, path and query: " + unknown);
                before = before.atMost(
                        HitLevel.GATEWAY,
                        "The route " + route.getId() + ", which is tried before it, looks at more than that.");
            }
            surveys.put(route, match.and(filters(route, responseFilters.getOrDefault(route, ResponseFilters.NONE))));
        }
        return surveys;
    }

    private static List<String> unknownPredicates(Route route) {
        String rest = rest(route);
        return rest.matches(OPERATORS) ? List.of() : List.of(rest);
    }

    /** Returns whether a request must match every predicate of a route whose predicates are all known. */
    static boolean needsAllPredicates(Route route) {
        return rest(route).matches(CONJUNCTION);
    }

    /** Returns the rest of the predicate's description without all known predicates. */
    private static String rest(Route route) {
        String[] rest = {route.getPredicate().toString().replaceAll(ALWAYS_TRUE, "")};
        route.getPredicate().accept(predicate -> {
            Class<?> factory = predicate.getClass().getEnclosingClass();
            if (factory != null && PREDICATES.contains(factory)) {
                rest[0] = rest[0].replace(predicate.toString(), "");
            }
        });
        return rest[0];
    }

    private static HitLevelAssessment filters(Route route, ResponseFilters responses) {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        for (GatewayFilter filter : route.getFilters()) {
            GatewayFilter itself = RouteFilters.itself(filter);
            if (!isOfTheCache(itself)
                    && !RouteFilters.isOf(itself, FILTERS)
                    && !responses.inOrder().contains(filter)) {
                assessment = assessment.atMost(
                        HitLevel.GATEWAY,
                        "The filter " + RouteFilters.name(itself)
                                + " could refuse or change requests, or change responses.");
            }
        }
        return assessment;
    }

    private static boolean isOfTheCache(GatewayFilter filter) {
        return filter instanceof CacheFilter || filter instanceof UnsafeRequestRuleFilter;
    }
}
