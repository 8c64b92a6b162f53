package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.MethodOverride;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.describe.RuledFilter;
import dev.larder.gateway.filter.UnsafeRequestHandler.Takeover;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Applies a rule to the writes of a route without a cache: they invalidate what other routes have stored, and may be taken over
 * by an {@link UnsafeRequestHandler}. Does nothing on a route with {@link CacheFilter}, which does the same. Of several in a
 * route, only the last is active.
 */
public final class UnsafeRequestRuleFilter implements RuledFilter, Ordered {

    private final CacheServices services;
    private final CacheFilterArguments rule;

    UnsafeRequestRuleFilter(CacheServices services, CacheFilterArguments rule) {
        this.services = services;
        this.rule = rule;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        LateWriteFilter.reached(exchange);
        if (!MethodOverride.isUnsafe(exchange.getRequest()) || !isNearest(exchange)) {
            return chain.filter(exchange);
        }
        if (ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
            return new WriteInvalidationFilter(services).filter(exchange, chain);
        }
        URI target = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        Described request =
                RequestDescriber.describeTaken(exchange, target, rule.reach(services.rules(), exchange, target));
        return request.isServed() ? chain.filter(exchange) : write(visit(request, chain));
    }

    @Override
    public CacheFilterArguments routeRule() {
        return rule;
    }

    @Override
    public boolean isCache() {
        return false;
    }

    /** The last of several filters in a route is active: the route's own comes after the default filters. */
    private boolean isNearest(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        List<GatewayFilter> filters = route == null ? List.of() : route.getFilters();
        GatewayFilter last = this;
        for (GatewayFilter filter : filters) {
            if (filter instanceof CacheFilter) {
                return false;
            }
            last = filter instanceof UnsafeRequestRuleFilter ? filter : last;
        }
        return last == this;
    }

    private FilterRequest visit(Described request, GatewayFilterChain chain) {
        FilterRequest filterRequest = FilterRequestFactory.open(services, request, chain);
        if (!request.rule().handling().dryRun()) {
            ServerHttpResponse response = request.exchange().getResponse();
            response.beforeCommit(() -> Mono.fromRunnable(() ->
                    FilterRequestFactory.date(response, services.fetching().clock())));
        }
        return filterRequest;
    }

    /**
     * Failures of the origin are left to other filters of the route, such as a circuit breaker. A request whose method the origin
     * alone knows is forwarded at once.
     */
    private Mono<Void> write(FilterRequest filterRequest) {
        filterRequest.answer().onFailure(error -> CacheFilter.failed(filterRequest, error));
        Optional<Takeover> takeover =
                MethodOverride.isOverridden(filterRequest.exchange().getRequest())
                        ? Optional.empty()
                        : services.takeover(filterRequest.described().request());
        return takeover.map(there -> TakenOverWrite.answer(services, filterRequest, there)
                        .onErrorResume(filterRequest.answer()::failed))
                .orElseGet(() -> services.writes()
                        .around(
                                filterRequest,
                                (read, passedOn) -> filterRequest.chain().filter(read)));
    }

    /** The order of the cache filter, which it replaces. */
    @Override
    public int getOrder() {
        return CacheFilter.ORDER;
    }

    @Override
    public String toString() {
        return "[UnsafeRequestRule]";
    }
}
