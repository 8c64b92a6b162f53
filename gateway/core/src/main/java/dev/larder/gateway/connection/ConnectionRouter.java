package dev.larder.gateway.connection;

import dev.larder.gateway.describe.MethodOverride;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.UnsafeRequestRuleFilter;
import dev.larder.http.client.OriginAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.RouteMetadataUtils;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Routes requests at their connection: by the predicates of the routes themselves, and through those of their filters that only
 * say what is forwarded. It never guesses: what it cannot decide by the head of the request goes the usual way.
 */
final class ConnectionRouter {

    private final List<Candidate> candidates;
    private final RouteIndex index;

    /**
     * A route.
     *
     * @param isEarly whether its requests may be answered at the connection
     * @param cache its active cache filter; null if it has none
     * @param hasUnsafeRule whether its unsafe requests follow a rule although it has no cache
     * @param rewriting its other filters, in order, without those that change responses
     * @param meters finds the meters of its requests
     */
    private record Candidate(
            Route route,
            boolean isEarly,
            @Nullable CacheFilter cache,
            boolean hasUnsafeRule,
            List<GatewayFilter> rewriting,
            ResponseFilters responseFilters,
            RouteMeterFactory.OfRoute meters) {

        /** Returns whether a request can be forwarded at its connection. */
        boolean canForward(ServerHttpRequest request) {
            return isEarly && (!hasUnsafeRule || !MethodOverride.isUnsafe(request));
        }
    }

    /**
     * A request that has been routed.
     *
     * @param cache the active cache filter of the route; null if it has none
     * @param exchange the exchange as the filters have left it
     * @param responseFilters filters of the route that change responses
     * @param meters meters of the request
     */
    record Routed(
            @Nullable CacheFilter cache,
            ServerWebExchange exchange,
            ResponseFilters responseFilters,
            RouteMeters meters) {}

    /**
     * Creates a router.
     *
     * @param routes the routes, in the order in which they are matched
     * @param assessments how early each may be answered
     * @param responseFilters their filters that change responses
     * @param literal whether their patterns are matched as they are configured
     * @param meters creates the meters of their requests
     */
    ConnectionRouter(
            Collection<Route> routes,
            IdentityHashMap<Route, HitLevelAssessment> assessments,
            IdentityHashMap<Route, ResponseFilters> responseFilters,
            boolean literal,
            RouteMeterFactory meters) {
        var urls = new RouteToRequestUrlFilter();
        List<Candidate> found = new ArrayList<>();
        int end = 0;
        for (Route route : routes) {
            HitLevelAssessment assessment = assessments.get(route);
            boolean early = assessment != null && assessment.level() == HitLevel.CONNECTION;
            ResponseFilters responses = responseFilters.getOrDefault(route, ResponseFilters.NONE);
            Candidate candidate = candidate(route, early, responses, urls, meters.ofRoute());
            found.add(candidate);
            end = candidate.isEarly() ? found.size() : end;
        }
        // No route is early that is tried after one with unknown predicates: those are not asked here.
        candidates = List.copyOf(found.subList(0, end));
        index = new RouteIndex(candidates.stream().map(Candidate::route).toList(), literal);
    }

    private static Candidate candidate(
            Route route,
            boolean early,
            ResponseFilters responses,
            RouteToRequestUrlFilter urls,
            RouteMeterFactory.OfRoute meters) {
        List<GatewayFilter> rewriting = new ArrayList<>();
        CacheFilter cache = null;
        boolean ruled = false;
        for (GatewayFilter filter : route.getFilters()) {
            GatewayFilter itself = RouteFilters.itself(filter);
            if (itself instanceof CacheFilter found) {
                cache = found;
            } else if (itself instanceof UnsafeRequestRuleFilter) {
                ruled = true;
            } else if (!responses.inOrder().contains(filter)) {
                rewriting.add(filter);
            }
        }
        boolean inOrder = rewriting.stream().allMatch(filter -> RouteFilters.order(filter) < urls.getOrder());
        rewriting.sort(Comparator.comparingInt(RouteFilters::order));
        rewriting.add(forwardingTo(route.getUri(), urls));
        return new Candidate(
                route,
                early && inOrder && isForwardable(route),
                cache,
                ruled && cache == null,
                List.copyOf(rewriting),
                responses,
                meters);
    }

    /**
     * Returns a filter that sets where a request is forwarded. Targets are appended to what all of them begin with: Gateway's filter
     * would fold slashes and encode some targets once more.
     */
    private static GatewayFilter forwardingTo(URI origin, RouteToRequestUrlFilter urls) {
        String begin =
                origin.getScheme() + "://" + origin.getHost() + (origin.getPort() < 0 ? "" : ":" + origin.getPort());
        return (exchange, chain) -> {
            URI asked = exchange.getRequest().getURI();
            String query = asked.getRawQuery();
            if (origin.getHost() == null
                    || asked.getRawUserInfo() != null
                    || !asked.getRawPath().startsWith("/")) {
                return urls.filter(exchange, chain);
            }
            String target = asked.getRawPath() + (query == null ? "" : "?" + query);
            exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create(begin + target));
            return chain.filter(exchange);
        };
    }

    /** The client of origins has one timeout for connecting. */
    private static boolean isForwardable(Route route) {
        URI uri = route.getUri();
        return (OriginAddress.isOrigin(uri) || LoadBalancerFilters.isBalanced(uri))
                && !route.getMetadata().containsKey(RouteMetadataUtils.CONNECT_TIMEOUT_ATTR);
    }

    /** Routes a request; null if it has to go the usual way. */
    @Nullable
    Routed route(HeadOnlyWebExchange exchange) {
        Map<String, Object> attributes = exchange.getAttributes();
        RouteIndex.Candidates found = index.find(path(exchange), host(exchange));
        for (int i = found.next(); i >= 0; i = found.next()) {
            Candidate candidate = candidates.get(i);
            Route route = candidate.route();
            attributes.put(ServerWebExchangeUtils.GATEWAY_PREDICATE_ROUTE_ATTR, route.getId());
            Boolean matches = now(route.getPredicate().apply(exchange));
            if (matches == null || matches) {
                attributes.remove(ServerWebExchangeUtils.GATEWAY_PREDICATE_ROUTE_ATTR);
                attributes.put(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR, route);
                return matches != null && candidate.canForward(exchange.getRequest())
                        ? rewritten(candidate, exchange)
                        : null;
            }
        }
        return null;
    }

    /** Parsed as the gateway's predicates do, which use it. */
    private static PathContainer path(HeadOnlyWebExchange exchange) {
        return (PathContainer) exchange.getAttributes()
                .computeIfAbsent(
                        ServerWebExchangeUtils.GATEWAY_PREDICATE_PATH_CONTAINER_ATTR,
                        name -> PathContainer.parsePath(
                                exchange.getRequest().getURI().getRawPath()));
    }

    private static String host(HeadOnlyWebExchange exchange) {
        return Objects.requireNonNullElse(exchange.getRequest().getHeaders().getFirst(HttpHeaders.HOST), "");
    }

    private static @Nullable Routed rewritten(Candidate candidate, ServerWebExchange exchange) {
        var chain = new HeadOnlyWebExchange.Chain(candidate.rewriting());
        chain.filter(exchange).subscribe();
        ServerWebExchange reached = chain.reached();
        return reached == null || !candidate.canForward(reached.getRequest())
                ? null
                : new Routed(
                        candidate.cache(),
                        reached,
                        candidate.responseFilters(),
                        candidate.meters().of(reached));
    }

    /** Returns what a publisher emits at once; null if it does not. */
    private static @Nullable Boolean now(Publisher<Boolean> publisher) {
        return Mono.from(publisher).toFuture().getNow(null);
    }
}
