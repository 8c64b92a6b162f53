package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import java.net.URI;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * What a request reaches and by which key: found out once, by the first of Larder's filters that needs to know.
 *
 * @param key of what a GET, or this request if it is answered from the store, brings
 */
public record KeyedResourceTags(ResourceTags resourceTags, CacheKey key) {

    private static final String ATTRIBUTE = KeyedResourceTags.class.getName();

    /** Tells later filters of the same route. */
    void tell(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** What a cache of the route has found out; empty if there is none. */
    public static Optional<KeyedResourceTags> told(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** What the cache of the same route has found out; else what the route itself says. */
    public static KeyedResourceTags of(ServerWebExchange exchange, RuleSet rules, URI target) {
        KeyedResourceTags told = exchange.getAttribute(ATTRIBUTE);
        if (told != null) {
            return told;
        }
        ResourceTags resourceTags = CacheFilterArguments.SILENT.reach(rules, exchange, target);
        return new KeyedResourceTags(
                resourceTags, CacheKeyFactory.plain(exchange, target, rules.ofReads(target, resourceTags.rule())));
    }
}
