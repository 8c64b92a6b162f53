package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.rfc9111.UnsafeMethods;
import java.net.URI;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Forwards a write behind one more fence if filters behind the cache have chosen its target, or have made a write of a read: it
 * invalidates what it is sent to, beside what its client named. Comes after all filters but those that send requests.
 */
public final class LateWriteFilter implements GlobalFilter, Ordered {

    private final UnsafeRequestForwarder writes;
    private final RuleSet rules;

    /** Creates a filter for routes of all kinds. */
    public LateWriteFilter(UnsafeRequestForwarder writes, RuleSet rules) {
        this.writes = writes;
        this.rules = rules;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (!(exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR) instanceof URI)
                || !UnsafeMethods.isUnsafe(exchange.getRequest().getMethod().name())) {
            return chain.filter(exchange);
        }
        URI target = CacheExchangeFactory.asked(exchange);
        return isLate(exchange, target)
                ? writes.around(write(exchange, target), (read, settle) -> chain.filter(read))
                : chain.filter(exchange);
    }

    private static boolean isLate(ServerWebExchange exchange, URI target) {
        return UnsafeRequestForwarder.fenced(exchange)
                .map(fenced -> !ExactTargetFilter.haveAlikePaths(fenced, target))
                .orElseGet(() -> ForwardedRequestCheck.hasOtherMethod(exchange));
    }

    private UnsafeRequestForwarder.WriteTarget write(ServerWebExchange exchange, URI target) {
        ServerHttpRequest request = exchange.getRequest();
        ResourceTags tags = CacheFilterArguments.SILENT.reach(rules, exchange, target);
        return new UnsafeRequestForwarder.WriteTarget(
                exchange,
                MessageHeadConverter.request(request, target),
                CacheKeyFactory.plain(exchange, target, tags.ruleOfReads(target)),
                tags);
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
