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

/** Takes over exchanges that the cache leaves to the origin because its use is switched off for them (dry run). */
public interface ExchangeInterceptor {

    /** Forwards all requests. */
    ExchangeInterceptor NONE = new ExchangeInterceptor() {};

    /**
     * A request as the cache would see it.
     *
     * @param asked the target that the client requested
     * @param policy policy of the rule, combined with the arguments of the route's filter
     * @param stamp stamp of the response, taken before the request is sent to the origin
     * @param bears whether a response of this length, if known, may be stored
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

    /** Called when a request is forwarded that the cache would not have looked up, with the reason. */
    default void passed(RuleScope section, Reason reason) {}

    /**
     * Forwards a request that the cache would have looked up.
     *
     * @param question supplies the skipped lookup; the interceptor must handle its failure
     */
    default Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain, Supplier<SkippedLookup> question) {
        return chain.filter(exchange);
    }
}
