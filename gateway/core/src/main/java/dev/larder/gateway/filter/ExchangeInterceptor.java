package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Takes over exchanges that the cache leaves to the origin, because its use is switched off for them (dry run). */
public interface ExchangeInterceptor {

    /** Forwards them. */
    ExchangeInterceptor NONE = new ExchangeInterceptor() {};

    /**
     * A request as the cache would see it.
     *
     * @param asked the target that the client has asked for
     * @param policy of the rule, with what the route's filter says beside it
     * @param stamp of what the origin would bring, taken before it is asked
     * @param bears whether a response of this length may be stored, as far as the length is known
     */
    record SkippedLookup(
            RuleScope section,
            ResourceTags resourceTags,
            RequestHead request,
            URI asked,
            CacheKey key,
            CachePolicy policy,
            EpochStamp stamp,
            Predicate<OptionalLong> bears) {}

    /** A request is forwarded that would not have been looked up, for that reason. */
    default void passed(RuleScope section, Reason reason) {}

    /**
     * Forwards a request that would have been looked up.
     *
     * @param question what would have been; a fault in it is the interceptor's to contain
     */
    default Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain, Supplier<SkippedLookup> question) {
        return chain.filter(exchange);
    }
}
