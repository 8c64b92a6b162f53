package dev.larder.gateway.filter;

import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.rfc9111.Reason;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Forwards requests as if there were no cache where its use is switched off. Interceptors may determine what the cache would have
 * done. Requests, responses and their order are unchanged. Writes still invalidate stored responses: the cache may be in use on
 * other routes.
 */
final class DryRunForwarder {

    private static final Logger log = LoggerFactory.getLogger(DryRunForwarder.class);

    private final CacheServices services;
    private final CacheFilterArguments routeRule;
    private final RequestDescriber describer;

    DryRunForwarder(CacheServices services, CacheFilterArguments routeRule) {
        this.services = services;
        this.routeRule = routeRule;
        this.describer = services.describer();
    }

    /** Forwards a request while the cache is not in use, or in dry-run mode; empty if that is off for it. */
    Optional<Mono<Void>> of(ServerWebExchange exchange, GatewayFilterChain chain) {
        RuleSet rules = services.rules();
        URI asked = RequestedTarget.asked(exchange);
        ResourceTags tags = routeRule.reach(rules, exchange, asked);
        if (rules.isPassing()) {
            return Optional.of(Mono.defer(() -> pass(exchange, chain, tags, asked)));
        }
        return tags.rule().handling().dryRun()
                ? Optional.of(Mono.defer(() -> forward(exchange, chain, tags, asked)))
                : Optional.empty();
    }

    private Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain, ResourceTags tags, URI asked) {
        ExactTargetFilter.leaveToGateway(exchange);
        Described taken = RequestDescriber.describeTaken(exchange, asked, tags);
        if (taken.isWrite()) {
            passed(taken, Reason.METHOD);
            return write(taken, chain);
        }
        taken.tell();
        return described(exchange, tags, asked)
                .flatMap(described -> described
                        .map(known -> watched(exchange, chain, asked, known))
                        .orElseGet(() -> chain.filter(exchange)));
    }

    /** Forwards a request while the cache is not in use: only what writes invalidate is still of interest. */
    private Mono<Void> pass(ServerWebExchange exchange, GatewayFilterChain chain, ResourceTags tags, URI asked) {
        Described taken = RequestDescriber.describeTaken(exchange, asked, tags);
        return taken.isWrite() ? write(taken, chain) : chain.filter(exchange);
    }

    /** Forwards a write at once, but after earlier acknowledged writes to the same resources. */
    private Mono<Void> write(Described write, GatewayFilterChain chain) {
        return services.writes()
                .around(FilterRequestFactory.open(services, write, chain), (read, passedOn) -> chain.filter(read));
    }

    /** Returns the request with its key; empty if that fails, which has no effect on the request. */
    private Mono<Optional<Described>> described(ServerWebExchange exchange, ResourceTags tags, URI asked) {
        return Mono.defer(() -> describer.describeWatched(exchange, asked, tags, routeRule))
                .map(Optional::of)
                .onErrorResume(fault -> {
                    log.debug("A request is not watched, as it has no key.", fault);
                    return Mono.just(Optional.empty());
                });
    }

    private Mono<Void> watched(ServerWebExchange exchange, GatewayFilterChain chain, URI asked, Described described) {
        if (described.obstacle().isPresent()) {
            passed(described, described.obstacle().get());
            return chain.filter(exchange);
        }
        return services.extensions().interceptor().forward(exchange, chain, () -> question(asked, described));
    }

    private ExchangeInterceptor.SkippedLookup question(URI asked, Described described) {
        ResourceTags tags = described.resourceTags();
        return new ExchangeInterceptor.SkippedLookup(
                section(described),
                tags,
                described.head(),
                asked,
                described.key(),
                described.request().policy(),
                services.fetching().store().stamp(tags.stampOfResponse()),
                size -> services.fetching().limits().allows(size, tags.rule()));
    }

    private void passed(Described described, Reason reason) {
        services.extensions().interceptor().passed(section(described), reason);
    }

    private static RuleScope section(Described described) {
        return RuleScope.of(described.request().route(), described.resourceTags());
    }
}
