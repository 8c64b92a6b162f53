package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rules;
import java.net.URI;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * What a request reaches and by which key: found out once, by the first of Larder's filters that needs to know.
 *
 * @param key of what a GET, or this request if it is answered from the store, brings
 */
public record Reached(Reach reach, CacheKey key) {

    private static final String ATTRIBUTE = Reached.class.getName();

    /** Tells later filters of the same route. */
    void tell(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** What a cache of the route has found out; empty if there is none. */
    public static Optional<Reached> told(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** What the cache of the same route has found out; else what the route itself says. */
    public static Reached of(ServerWebExchange exchange, Rules rules, URI target) {
        Reached told = exchange.getAttribute(ATTRIBUTE);
        if (told != null) {
            return told;
        }
        Reach reach = RouteRule.SILENT.reach(rules, exchange, target);
        return new Reached(reach, Keying.plain(exchange, target, rules.ofReads(target, reach.rule())));
    }
}
