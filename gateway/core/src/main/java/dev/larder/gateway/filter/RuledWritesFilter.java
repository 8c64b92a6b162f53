package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.observe.CacheReport;
import dev.larder.gateway.route.Reach;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.Unsafe;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Puts the writes of a route that caches nothing under a rule: they invalidate what other routes have stored, and may be taken
 * over by an {@link UnsafeRequestHandler}. A route with {@link CacheFilter} does so by itself; there this one does nothing. Of
 * several in one route only the last does anything.
 */
public final class RuledWritesFilter implements GatewayFilter, Ordered {

    private final CacheServices services;
    private final RouteRule rule;
    private final UnsafeRequests unsafeRequests;

    RuledWritesFilter(CacheServices services, RouteRule rule) {
        this.services = services;
        this.rule = rule;
        this.unsafeRequests = new UnsafeRequests(services);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        String method = exchange.getRequest().getMethod().name();
        if (!Unsafe.isUnsafe(method) || !isNearest(exchange)) {
            return chain.filter(exchange);
        }
        URI target = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        Reach reach = rule.reach(services.requests().rules(), exchange, target);
        return reach.rule().policy().methods().contains(method)
                ? chain.filter(exchange)
                : write(visit(exchange, chain, target, reach));
    }

    /** Of several in one route the last counts: the route's own comes after those of all routes. */
    private boolean isNearest(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        List<GatewayFilter> filters = route == null ? List.of() : route.getFilters();
        GatewayFilter last = this;
        for (GatewayFilter filter : filters) {
            if (filter instanceof CacheFilter) {
                return false;
            }
            last = filter instanceof RuledWritesFilter ? filter : last;
        }
        return last == this;
    }

    private Visit visit(ServerWebExchange exchange, GatewayFilterChain chain, URI target, Reach reach) {
        var visit = new Visit(
                exchange,
                chain,
                Heads.request(exchange.getRequest(), target),
                Keying.plain(exchange, target, services.requests().rules().ofReads(target, reach.rule())),
                reach.rule().policy(),
                new CacheReport(),
                Counting.none(services),
                PreparedAnswer.begin(exchange),
                reach,
                Optional.of(Reason.METHOD));
        new Reached(reach, visit.key()).tell(exchange);
        if (reach.rule().handling().dryRun()) {
            return visit;
        }
        exchange.getResponse()
                .beforeCommit(() -> Mono.fromRunnable(() ->
                        Visits.date(exchange.getResponse(), services.fetching().clock())));
        return visit;
    }

    private Mono<Void> write(Visit visit) {
        visit.answer().onFailure(error -> CacheFilter.problem(visit, error));
        return unsafeRequests.answer(visit, Mono.defer(() -> forward(visit))).onErrorResume(visit.answer()::failed);
    }

    private Mono<Void> forward(Visit visit) {
        var target = new Writes.Target(visit.exchange(), visit.request(), visit.key(), visit.reach());
        return services.writes().around(target, (read, settle) -> visit.chain().filter(read));
    }

    /** That of the cache, in whose place it is. */
    @Override
    public int getOrder() {
        return CacheFilter.ORDER;
    }

    @Override
    public String toString() {
        return "[RuledWrites]";
    }
}
