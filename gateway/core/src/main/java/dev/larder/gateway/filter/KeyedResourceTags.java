package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import java.net.URI;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * Rule, tags and key of a request, determined once by the first of Larder's filters that needs them.
 *
 * @param key key of a GET, or of this request if it can be answered from the store
 */
public record KeyedResourceTags(ResourceTags resourceTags, CacheKey key) {

    private static final String ATTRIBUTE = KeyedResourceTags.class.getName();

    /** Passes this to later filters of the same route. */
    void tell(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** Returns what a cache of the route has determined; empty if there is none. */
    public static Optional<KeyedResourceTags> told(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** Returns what the cache of the same route has determined; otherwise derives it from the route. */
    public static KeyedResourceTags of(ServerWebExchange exchange, RuleSet rules, URI target) {
        KeyedResourceTags told = exchange.getAttribute(ATTRIBUTE);
        if (told != null) {
            return told;
        }
        ResourceTags resourceTags = RuledFilter.ofWrites(exchange).reach(rules, exchange, target);
        return new KeyedResourceTags(
                resourceTags, CacheKeyFactory.plain(exchange, target, resourceTags.ruleOfReads(target)));
    }
}
