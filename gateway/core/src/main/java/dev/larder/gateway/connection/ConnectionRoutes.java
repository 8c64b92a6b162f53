package dev.larder.gateway.connection;

import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import dev.larder.gateway.filter.RoutingDecision;
import dev.larder.gateway.filter.RoutingDecisionListener;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.RuleSet;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * What is known before routing: how early the application and each route allow hits to be answered, where requests are routed at their
 * connection, and the routing decisions of earlier requests.
 *
 * <p>Before {@link #survey}, called once at startup, the route answers all hits. {@link #refresh} runs on the thread that
 * publishes new routes or rules, lookups and {@code note} on event loops. There is no lock. Each routing decision holds the map of
 * routes and the rules by which it was made, and is valid only while {@code routes} is that same map and these rules are in
 * force: a decision noted during a refresh, after all others were dropped, is never used.
 */
public final class ConnectionRoutes implements RoutingDecisionListener {

    private static final long DECISION_BYTES = 16L << 20;

    private final HitLevel earliest;
    private final RouteMeterFactory meters;
    private final TrafficMetrics traffic;
    private final RuleSet rules;
    private final RoutingDecisionCache decisions = new RoutingDecisionCache(DECISION_BYTES);
    private final RequestHeadCache heads = new RequestHeadCache();
    private volatile ApplicationAssessment application = ApplicationAssessment.STARTING;

    /** The level of {@link #allowed}. */
    private volatile HitLevel level = HitLevel.GATEWAY;

    private volatile IdentityHashMap<Route, HitLevelAssessment> routes = new IdentityHashMap<>();
    private volatile IdentityHashMap<Route, ResponseFilters> responseFilters = new IdentityHashMap<>();
    private volatile ConnectionRouter router;

    /**
     * Creates an instance that knows neither the application nor its routes yet.
     *
     * @param earliest earliest level allowed by configuration
     * @param meters creates the meters of hits
     */
    ConnectionRoutes(HitLevel earliest, RouteMeterFactory meters, TrafficMetrics traffic, RuleSet rules) {
        this.earliest = earliest;
        this.meters = meters;
        this.traffic = traffic;
        this.rules = rules;
        this.router = new ConnectionRouter(List.of(), new IdentityHashMap<>(), new IdentityHashMap<>(), false, meters);
        rules.whenReplaced(() -> {
            decisions.forgetAll();
            heads.forgetAll();
        });
    }

    /** Assesses the application, and returns how early it allows hits to be answered. Before that, none is answered early. */
    public HitLevelAssessment survey(ListableBeanFactory beans) {
        ApplicationAssessment found = ApplicationAssessment.of(beans);
        application = found;
        level = allowed().level();
        return found.level();
    }

    /** Replaces the routes, given in the order in which they are matched. */
    public void refresh(Collection<Route> now) {
        IdentityHashMap<Route, ResponseFilters> filters = ResponseFilters.of(now);
        IdentityHashMap<Route, HitLevelAssessment> assessments = RouteAssessment.of(now, filters);
        router = new ConnectionRouter(now, assessments, filters, application.hasLiteralPaths(), meters);
        responseFilters = filters;
        routes = assessments;
        decisions.forgetAll();
        heads.forgetAll();
    }

    /** Returns how early the application and the configuration allow hits to be answered. */
    HitLevelAssessment allowed() {
        HitLevelAssessment found = application.level();
        return earliest == HitLevel.CONNECTION
                ? found
                : found.atMost(earliest, "larder.hit-path is " + earliest.name().toLowerCase(Locale.ROOT) + ".");
    }

    /** Returns the level of {@link #allowed}. */
    HitLevel level() {
        return level;
    }

    /** Returns the assessments of the routes, by id. */
    Map<String, HitLevelAssessment> assessments() {
        Map<String, HitLevelAssessment> byId = new LinkedHashMap<>();
        var most = new HitLevelAssessment(level, List.of());
        routes.forEach((route, assessment) -> byId.put(route.getId(), assessment.and(most)));
        return byId;
    }

    @Override
    public void note(ServerWebExchange exchange, RoutingDecision routingDecision) {
        whereEarly(exchange)
                .filter(early -> routingDecision.rule().key().isOfTarget())
                .ifPresent(early -> {
                    CachedRoutingDecision before = decisions.find(early.asked());
                    if (before == null || !isCurrent(before) || !before.isFor(routingDecision.key())) {
                        RouteTraffic counted = traffic.of(
                                Optional.of(early.route().getId()),
                                routingDecision.rule().handling().store());
                        decisions.keep(
                                early.asked(),
                                new CachedRoutingDecision(
                                        early.route(),
                                        routingDecision,
                                        early.level(),
                                        meters.of(exchange),
                                        counted,
                                        early.responseFilters(),
                                        early.routes()));
                    }
                });
    }

    /** A request target, the route it took, the level allowed for the next request, and the routes at that time. */
    private record Early(
            RequestTarget asked, Route route, HitLevel level, ResponseFilters responseFilters, Object routes) {}

    /** Returns empty if the next equal request must not be answered early, or if its route is gone. */
    private Optional<Early> whereEarly(ServerWebExchange exchange) {
        IdentityHashMap<Route, HitLevelAssessment> now = routes;
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        HitLevelAssessment assessment = route == null ? null : now.get(route);
        RequestTarget asked = RequestTarget.of(exchange).orElse(null);
        ResponseFilters filters = route == null ? null : responseFilters.get(route);
        if (route == null || assessment == null || filters == null || asked == null) {
            return Optional.empty();
        }
        HitLevel ofRoute = assessment.level();
        HitLevel most = ofRoute.compareTo(level) < 0 ? ofRoute : level;
        return most == HitLevel.GATEWAY ? Optional.empty() : Optional.of(new Early(asked, route, most, filters, now));
    }

    /** Returns the routing decision for a target, if it may be used at this level. */
    @Nullable
    CachedRoutingDecision find(RequestTarget target, HitLevel at) {
        CachedRoutingDecision found = decisions.find(target);
        return found == null || found.level().compareTo(at) < 0 || !isCurrent(found) ? null : found;
    }

    /** Returns whether a decision was made by the current routes and rules. */
    boolean isCurrent(CachedRoutingDecision found) {
        return found.routes() == routes && found.routing().rules() == rules.current();
    }

    /** Returns the request heads that were decided by the current routes and rules, and some earlier ones. */
    RequestHeadCache heads() {
        return heads;
    }

    /** Routes a request at its connection; null if it has to go the usual way. */
    ConnectionRouter.@Nullable Routed route(HeadOnlyWebExchange exchange) {
        return router.route(exchange);
    }

    /** Returns whether a request is for operators, or a handler of the application takes it before the gateway does. */
    boolean isTakenBefore(ServerWebExchange exchange) {
        for (OperatorAccessFilter filter : application.operators()) {
            if (filter.matches(exchange)) {
                return true;
            }
        }
        for (RequestMappingInfoHandlerMapping mapping : application.before()) {
            if (mayHandle(mapping, exchange)) {
                return true;
            }
        }
        return false;
    }

    /** Spring's own mappings are asked for the handler alone: what else they do with a request is up to the way on which it is handled. */
    private static boolean mayHandle(RequestMappingInfoHandlerMapping mapping, ServerWebExchange exchange) {
        Mono<?> found = mapping.getClass().getName().startsWith("org.springframework.")
                ? mapping.getHandlerInternal(exchange)
                : mapping.getHandler(exchange);
        CompletableFuture<?> handler = found.toFuture();
        return !handler.isDone() || handler.isCompletedExceptionally() || handler.join() != null;
    }

    /** Returns whether hits may be answered at this level. */
    boolean mayAnswer(HitLevel at) {
        return !rules.isPassing() && level.compareTo(at) >= 0;
    }

    /** Returns whether hits may be answered before the web filters, as those would not act on them. */
    boolean mayAnswerBeforeFilters() {
        ApplicationAssessment known = application;
        return known.isUnwatched()
                && earliest != HitLevel.GATEWAY
                && known.level().level() != HitLevel.GATEWAY
                && !rules.isPassing();
    }
}
