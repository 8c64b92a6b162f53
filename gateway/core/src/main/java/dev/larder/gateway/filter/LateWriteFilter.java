package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ORIGINAL_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.MethodOverride;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.describe.RuledFilter;
import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.http.TargetEncoding;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Mono;

/**
 * Forwards a write behind one more fence if filters behind the cache have chosen its target, or have made a write of a read: it
 * invalidates what it is sent to, beside what its client named. The last thing before a filter that may send the request ({@link
 * SendingWebHandler}). A filter that is placed before those of Larder may send a write, too, without passing it on.
 */
public final class LateWriteFilter implements GatewayFilter {

    private static final Logger log = LoggerFactory.getLogger(LateWriteFilter.class);
    private static final ToldOnce TOLD = new ToldOnce();
    private static final String REACHED = LateWriteFilter.class.getName();

    private final UnsafeRequestForwarder writes;
    private final RuleSet rules;

    /** Creates a filter for routes of all kinds. */
    public LateWriteFilter(UnsafeRequestForwarder writes, RuleSet rules) {
        this.writes = writes;
        this.rules = rules;
    }

    /** Tells that a request, as it is now, has reached a filter of its route that makes writes invalidate. */
    public static void reached(ServerWebExchange exchange) {
        exchange.getAttributes().put(REACHED, exchange.getRequest());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        ServerHttpRequest reached = exchange.getAttribute(REACHED);
        if (reached == null
                || !(exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR) instanceof URI)
                || !MethodOverride.isUnsafe(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        URI target = RequestedTarget.asked(exchange);
        return isLate(exchange, reached, target)
                ? writes.around(
                        write(exchange, target, CacheFilterArguments.SILENT), (read, passedOn) -> chain.filter(read))
                : chain.filter(exchange);
    }

    /**
     * Lets a filter that comes before those of Larder answer a request or pass it on. A write that it answers itself, as one that sends
     * requests does, invalidates all the same.
     */
    Mono<Void> before(GlobalFilter filter, ServerWebExchange exchange, GatewayFilterChain chain) {
        if (OriginExchange.is(exchange)
                || ServerWebExchangeUtils.isAlreadyRouted(exchange)
                || !(exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR) instanceof URI)) {
            return filter.filter(exchange, chain);
        }
        if (!MethodOverride.isUnsafe(exchange.getRequest())) {
            return before(filter, exchange, chain, () -> {});
        }
        Described write = write(exchange, RequestedTarget.asked(exchange), RuledFilter.ofWrites(exchange));
        return write.isServed()
                ? before(filter, exchange, chain, () -> {})
                : writes.answering(write, (same, passedOn) -> before(filter, same, chain, passedOn));
    }

    private static Mono<Void> before(
            GlobalFilter filter, ServerWebExchange exchange, GatewayFilterChain chain, Runnable passedOn) {
        var passed = new AtomicBoolean();
        return Mono.defer(() -> filter.filter(exchange, next -> {
                    passed.set(true);
                    passedOn.run();
                    return chain.filter(next);
                }))
                .doOnSuccess(nothing -> tellUnlessRefused(filter, exchange, passed.get()));
    }

    /**
     * Lets a circuit breaker pass on a write, or answer it: an open one asks nobody behind it.
     *
     * @param rewriting filters of the route behind the breaker that choose the path
     */
    Mono<Void> breaker(
            GatewayFilter breaker,
            List<GatewayFilter> rewriting,
            ServerWebExchange exchange,
            GatewayFilterChain chain) {
        Route route = exchange.getAttribute(GATEWAY_ROUTE_ATTR);
        if (route == null || !MethodOverride.isUnsafe(exchange.getRequest())) {
            return breaker.filter(exchange, chain);
        }
        ServerWebExchange asked = new AsItIs(exchange);
        var unsettled = new AtomicBoolean(true);
        writes.behindBreaker(
                exchange,
                unsettled::get,
                () -> Optional.of(passedOn(asked, rewriting, route)).filter(write -> !write.isServed()));
        return breaker.filter(
                exchange,
                next -> Mono.defer(() -> {
                    RouteWrite.begin(next);
                    unsettled.set(false);
                    Runnable over = () -> unsettled.set(!RouteWrite.isForwarded(next));
                    return chain.filter(next).doOnTerminate(over).doOnCancel(over);
                }));
    }

    private Described passedOn(ServerWebExchange asked, List<GatewayFilter> rewriting, Route route) {
        ServerWebExchange last = asked;
        for (GatewayFilter filter : rewriting) {
            last = passedOn(last, filter);
        }
        URI path = last.getRequest().getURI();
        URI target = TargetEncoding.with(route.getUri(), path.getRawPath(), path.getRawQuery());
        return write(last, target, RuledFilter.ofWrites(asked));
    }

    private static ServerWebExchange passedOn(ServerWebExchange exchange, GatewayFilter filter) {
        var passed = new AtomicReference<>(exchange);
        filter.filter(exchange, next -> Mono.fromRunnable(() -> passed.set(next)))
                .subscribe();
        return Objects.requireNonNull(passed.get());
    }

    /** An exchange with the attributes that it has now. */
    private static final class AsItIs extends ServerWebExchangeDecorator {

        private final Map<String, Object> attributes;

        AsItIs(ServerWebExchange exchange) {
            super(exchange);
            this.attributes = new ConcurrentHashMap<>(exchange.getAttributes());
            this.attributes.computeIfPresent(
                    GATEWAY_ORIGINAL_REQUEST_URL_ATTR, (name, uris) -> new LinkedHashSet<>((Set<?>) uris));
        }

        @Override
        public Map<String, Object> getAttributes() {
            return attributes;
        }
    }

    private static void tellUnlessRefused(GlobalFilter filter, ServerWebExchange exchange, boolean passed) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        if (!passed && (status == null || status.is2xxSuccessful())) {
            TOLD.once(
                    Described.route(exchange) + ' ' + filter.getClass().getName(),
                    () -> log.warn(
                            "Route {}: the global filter {} has no order, or the lowest precedence, and answers requests itself: it"
                                    + " comes before the cache, which stores none of its answers. If it sends requests, give it an"
                                    + " order between {} and Ordered.LOWEST_PRECEDENCE.",
                            Described.route(exchange),
                            filter.getClass().getName(),
                            CacheFilter.ORDER));
        }
    }

    /**
     * A request that is unsafe by its method, but has no fence, is a read by the rule of its route. A fence that is over is that of an
     * earlier attempt, which has failed: a circuit breaker's fallback sends the write elsewhere.
     */
    private static boolean isLate(ServerWebExchange exchange, ServerHttpRequest reached, URI target) {
        return UnsafeRequestForwarder.fenced(exchange)
                .map(fenced -> fenced.fence().isOver() || !RequestedTarget.isSamePath(fenced.target(), target))
                .orElseGet(() -> !MethodOverride.method(exchange.getRequest()).equals(MethodOverride.method(reached)));
    }

    private Described write(ServerWebExchange exchange, URI target, CacheFilterArguments arguments) {
        return RequestDescriber.describeTaken(exchange, target, arguments.reach(rules, exchange, target));
    }
}
