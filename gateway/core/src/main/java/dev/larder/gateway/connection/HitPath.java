package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import dev.larder.gateway.connection.CachedRequestHead.Listener;
import dev.larder.gateway.connection.ConnectionHitResponder.ConnectionServices;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.DirectBodyCopies;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.ResponseStore;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.filter.RoutingDecision;
import dev.larder.gateway.filter.RoutingDecisionListener;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.origin.OriginClient;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.http.EarlyResponder;
import dev.larder.http.EarlyResponderFactory;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.Timer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/**
 * Answers hits before their requests are routed, at the earliest {@link HitLevel} at which the response is certain to equal
 * that of the route.
 *
 * <table>
 * <caption>States of one request target</caption>
 * <tr><th>state</th><th>entered by</th><th>the next request for it</th></tr>
 * <tr><td>unknown</td><td>start, {@link #refresh}, eviction</td><td>is routed</td></tr>
 * <tr><td>{@link CachedRoutingDecision}</td><td>{@link #note}, when its route has looked it up</td>
 * <td>is looked up without being routed, if its level allows</td></tr>
 * <tr><td>{@link CachedRequestHead}</td><td>a plain hit at the connection</td><td>is not even decoded, if its octets are
 * equal</td></tr>
 * </table>
 *
 * <p>A request takes its route unless the store answers immediately with a fresh response that no write has invalidated.
 * Keys that depend on more than the method and the target have no cached routing decision.
 *
 * <p>Before {@link #survey}, called once at startup, the route answers all hits. {@link #refresh} runs on the thread that
 * publishes new routes or rules, lookups and {@code note} on event loops. There is no lock. Each routing decision holds the map of
 * routes and the rules by which it was made, and is valid only while {@code routes} is that same map and these rules are in
 * force: a decision noted during a refresh, after all others were dropped, is never used.
 */
public final class HitPath implements RoutingDecisionListener, EarlyResponderFactory {

    private static final Logger log = LoggerFactory.getLogger("dev.larder.gateway.requests");

    private static final long SHORTCUT_BYTES = 16L << 20;

    private final HitLevel earliest;
    private final RouteMeterFactory meters;
    private final LarderClock clock;
    private final RoutingDecisionCache decisions = new RoutingDecisionCache(SHORTCUT_BYTES);
    private final TrafficMetrics traffic;
    private final CacheEventListener events;
    private final RuleSet rules;
    private final RequestHeadCache heads = new RequestHeadCache();
    private final Map<HitLevel, LongAdder> hits = new EnumMap<>(HitLevel.class);
    private final ConnectionServices connection;
    private final WebHitResponder web;
    private final HitSampler sampler;
    private final EarlyLookup webLookup;
    private volatile boolean beforeFilters;
    private volatile boolean literalPaths;
    private volatile HitLevelAssessment application =
            new HitLevelAssessment(HitLevel.GATEWAY, List.of("The application is starting."));
    private volatile IdentityHashMap<Route, HitLevelAssessment> routes = new IdentityHashMap<>();
    private volatile IdentityHashMap<Route, ResponseFilters> responseFilters = new IdentityHashMap<>();
    private volatile ConnectionRouter router;
    private volatile List<HandlerMapping> before = List.of();
    private volatile List<OperatorAccessFilter> operators = List.of();
    private final LongAdder forwarded = new LongAdder();
    private @Nullable ConnectionForwarder forwarder;

    /** Components of the hit path, beside what it learns about the application. */
    public record Parts(
            ResponseStore store,
            LarderClock clock,
            UnkeyedFields unkeyed,
            Optional<StatusHeader> statusField,
            DirectBodyCopies copies,
            TrafficMetrics traffic,
            CacheEventListener events,
            RuleSet rules) {}

    /**
     * Creates a hit path that knows neither the application nor its routes yet.
     *
     * @param sampler decides which hits must take their route
     * @param earliest earliest level allowed by configuration
     * @param meters creates the meters of hits
     * @param spans records observations
     */
    public HitPath(
            Parts parts, HitSampler sampler, HitLevel earliest, RouteMeterFactory meters, CacheStepObserver spans) {
        this.earliest = earliest;
        this.meters = meters;
        this.router = new ConnectionRouter(List.of(), new IdentityHashMap<>(), new IdentityHashMap<>(), false, meters);
        this.clock = parts.clock();
        this.sampler = sampler;
        this.traffic = parts.traffic();
        this.events = parts.events();
        this.rules = parts.rules();
        rules.whenReplaced(() -> {
            decisions.forgetAll();
            heads.forgetAll();
        });
        hits.put(HitLevel.WEB, new LongAdder());
        hits.put(HitLevel.CONNECTION, new LongAdder());
        var found = new ImmediateStoreLookup(parts.store(), parts.clock(), parts.statusField());
        var early = new EarlyLookup(HitLevel.CONNECTION, this, decisions, found, parts.unkeyed());
        this.connection = new ConnectionServices(early, found, heads, sampler, parts.copies());
        this.webLookup = new EarlyLookup(HitLevel.WEB, this, decisions, found, parts.unkeyed());
        this.web = new WebHitResponder(this, webLookup, parts.unkeyed(), sampler, spans);
    }

    /** Returns a server's handler preceded by the web level, if that makes no difference there. */
    public HttpHandler before(HttpHandler handler) {
        return new HitHttpHandler(handler, this, webLookup, sampler);
    }

    /** Returns a dispatcher preceded by the web level; it has not looked up its handlers yet. */
    public DispatcherHandler dispatcher() {
        return new HitDispatcher(web);
    }

    /** Assesses the application, and returns how early it allows hits to be answered. Before that, none is answered early. */
    public HitLevelAssessment survey(ListableBeanFactory beans) {
        HitLevelAssessment possible = ApplicationAssessment.of(beans);
        before = ApplicationAssessment.before(beans);
        operators = ApplicationAssessment.all(beans, OperatorAccessFilter.class);
        literalPaths = !ApplicationAssessment.hasBasePath(beans);
        beforeFilters = earliest != HitLevel.GATEWAY
                && possible.level() != HitLevel.GATEWAY
                && ApplicationAssessment.isUnwatched(beans);
        application = earliest == HitLevel.CONNECTION
                ? possible
                : possible.atMost(
                        earliest, "larder.hit-path is " + earliest.name().toLowerCase(Locale.ROOT) + ".");
        return possible;
    }

    /** Replaces the routes, given in the order in which they are matched. */
    public void refresh(Collection<Route> now) {
        IdentityHashMap<Route, ResponseFilters> filters = ResponseFilters.of(now);
        IdentityHashMap<Route, HitLevelAssessment> assessments = RouteAssessment.of(now, filters);
        router = new ConnectionRouter(now, assessments, filters, literalPaths, meters);
        responseFilters = filters;
        routes = assessments;
        decisions.forgetAll();
        heads.forgetAll();
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
        HitLevel level = assessment.and(application).level();
        return level == HitLevel.GATEWAY ? Optional.empty() : Optional.of(new Early(asked, route, level, filters, now));
    }

    /** Returns whether a decision was made by the current routes and rules. */
    boolean isCurrent(CachedRoutingDecision found) {
        return found.routes() == routes && found.routing().rules() == rules.current();
    }

    @Override
    public Optional<EarlyResponder> of(Channel channel) {
        return application.level() == HitLevel.CONNECTION
                        && channel.localAddress() instanceof InetSocketAddress server
                        && PipelineCheck.isPlain(channel)
                ? Optional.of(new ConnectionHitResponder(
                        this,
                        connection,
                        listener(server, channel),
                        channel.remoteAddress() instanceof InetSocketAddress peer ? peer : null))
                : Optional.empty();
    }

    @Override
    public Optional<ChannelHandler> exchanges(Channel channel) {
        ConnectionForwarder known = forwarder;
        return known != null
                        && application.level() == HitLevel.CONNECTION
                        && OriginClient.supports(channel.eventLoop())
                        && channel.localAddress() instanceof InetSocketAddress server
                        && PipelineCheck.isPlain(channel)
                ? Optional.of(new ConnectionExchangeHandler(known, listener(server, channel)))
                : Optional.empty();
    }

    private static Listener listener(InetSocketAddress server, Channel channel) {
        return new Listener(server.getPort(), PipelineCheck.isSecure(channel) ? "https" : "http");
    }

    /** Counts a request that is carried out at its connection, before its response is sent. */
    void exchanged(boolean hit) {
        if (hit) {
            Objects.requireNonNull(hits.get(HitLevel.CONNECTION)).increment();
        } else {
            forwarded.increment();
        }
    }

    /** Leaves all requests to their routes from now on; calls back when none is being carried out at its connection. */
    public void drain(Runnable drained) {
        ConnectionForwarder known = forwarder;
        if (known == null) {
            drained.run();
        } else {
            known.drain(drained);
        }
    }

    /** Sets what forwards requests at their connection; without it, their routes do. */
    public void forwardBy(ConnectionForwarder connectionForwarder) {
        forwarder = connectionForwarder;
    }

    /** Routes a request at its connection; null if it has to go the usual way. */
    ConnectionRouter.@Nullable Routed route(RoutedExchange exchange) {
        return router.route(exchange);
    }

    /** Returns whether a request is for operators, or a handler of the application takes it before the gateway does. */
    boolean isTakenBefore(ServerWebExchange exchange) {
        for (OperatorAccessFilter filter : operators) {
            if (filter.covers(exchange)) {
                return true;
            }
        }
        for (HandlerMapping mapping : before) {
            boolean taken = mapping.getHandler(exchange)
                    .hasElement()
                    .onErrorReturn(true)
                    .toFuture()
                    .getNow(true);
            if (taken) {
                return true;
            }
        }
        return false;
    }

    /** Returns the fields of a trusted proxy that are part of a key; empty for any other client. */
    Optional<String> forwardedBy(@Nullable InetSocketAddress peer, HttpHeaders received) {
        return webLookup.unkeyed().forwardedBy(peer, received);
    }

    /** Returns whether hits may be answered at this level. */
    boolean mayAnswer(HitLevel level) {
        return !rules.isPassing() && application.level().compareTo(level) >= 0;
    }

    /** Returns whether hits may be answered before the web filters, as those would not act on them. */
    boolean mayAnswerBeforeFilters() {
        return beforeFilters && !rules.isPassing();
    }

    /** Returns whether each hit is logged in the request log. */
    boolean isLogged() {
        return log.isDebugEnabled();
    }

    void answered(HitLevel level, EarlyHit hit, List<Timer> timers, long start) {
        counted(level, hit.decision(), hit.entry());
        time(timers, start);
        RouteTraffic route = hit.decision().traffic();
        if (route.counts()) {
            route.hit(hit.reason(), hit.length(), nanos() - start);
        }
        if (log.isDebugEnabled()) {
            log.debug("{} {} {} {}", hit.method(), hit.path(), hit.head().status(), hit.cacheStatus());
        }
    }

    /** Counts a hit on a request that was known octet for octet. */
    void answered(CachedRequestHead known, CacheEntry<ResponseVariants> entry, long bytes, long start) {
        counted(HitLevel.CONNECTION, known.decision(), entry);
        RouteTraffic route = known.decision().traffic();
        if (route.counts() || !known.timers().isEmpty()) {
            long nanos = nanos() - start;
            time(nanos, known.timers());
            route.hit(Reason.HIT, bytes, nanos);
        }
    }

    private void counted(HitLevel level, CachedRoutingDecision decision, CacheEntry<ResponseVariants> entry) {
        events.hit(decision.route().getId(), decision.routing().key(), entry);
        Objects.requireNonNull(hits.get(level)).increment();
    }

    /** Records the duration of a request that began at this {@link #nanos}. */
    void time(List<Timer> timers, long start) {
        if (!timers.isEmpty()) {
            time(nanos() - start, timers);
        }
    }

    private static void time(long nanos, List<Timer> timers) {
        for (int i = 0; i < timers.size(); i++) {
            timers.get(i).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Returns the time of the clock that measures requests, in nanoseconds. */
    long nanos() {
        return clock.nanos();
    }

    /**
     * Where hits are answered, and why not earlier.
     *
     * @param level the earliest level, for any route
     * @param reasons why it is not earlier
     * @param hits hits answered before routing, by level
     * @param forwarded requests forwarded at their connection
     * @param routes assessments by route id
     */
    public record Report(
            HitLevel level,
            List<String> reasons,
            Map<HitLevel, Long> hits,
            long forwarded,
            Map<String, HitLevelAssessment> routes) {}

    /** Returns where hits are answered now. */
    public Report report() {
        Map<HitLevel, Long> counted = new EnumMap<>(HitLevel.class);
        hits.forEach((level, adder) -> counted.put(level, adder.sum()));
        Map<String, HitLevelAssessment> byId = new LinkedHashMap<>();
        routes.forEach((route, assessment) ->
                byId.put(route.getId(), assessment.and(new HitLevelAssessment(application.level(), List.of()))));
        return new Report(application.level(), application.reasons(), counted, forwarded.sum(), byId);
    }
}
