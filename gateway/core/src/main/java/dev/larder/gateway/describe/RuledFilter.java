package dev.larder.gateway.describe;

import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/** A filter of a route whose arguments may name the rule. Of several of one kind in a route, the last counts. */
public interface RuledFilter extends GatewayFilter {

    /** Returns the arguments of the filter. */
    CacheFilterArguments routeRule();

    /** Returns whether reads are looked up, too. */
    boolean isCache();

    /** Returns the arguments of the cache of a route; empty if it has none. */
    static Optional<CacheFilterArguments> ofCache(Route route) {
        return last(route, true);
    }

    /** Returns the arguments that count for the writes of the route of an exchange: those of its cache, or of the filter for writes. */
    static CacheFilterArguments ofWrites(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return Optional.ofNullable(route)
                .flatMap(known -> ofCache(known).or(() -> last(known, false)))
                .orElse(CacheFilterArguments.SILENT);
    }

    private static Optional<CacheFilterArguments> last(Route route, boolean cache) {
        Optional<CacheFilterArguments> last = Optional.empty();
        for (GatewayFilter filter : route.getFilters()) {
            last = filter instanceof RuledFilter ruled && ruled.isCache() == cache
                    ? Optional.of(ruled.routeRule())
                    : last;
        }
        return last;
    }
}
