package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.UnsafeMethods;
import dev.larder.rfc9111.Vary;
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
    private final CacheKeyFactory keys;
    private final UnsafeRequestProcessor unsafeRequests;

    DryRunForwarder(CacheServices services, CacheFilterArguments routeRule) {
        this.services = services;
        this.routeRule = routeRule;
        this.keys = new CacheKeyFactory(services.requests().users());
        this.unsafeRequests = new UnsafeRequestProcessor(services);
    }

    /** Forwards a request in dry-run mode; empty if that is off for it. */
    Optional<Mono<Void>> of(ServerWebExchange exchange, GatewayFilterChain chain) {
        RuleSet rules = services.requests().rules();
        boolean passing = rules.isPassing();
        if (!passing && !CacheFilterArguments.snapshot(rules, exchange).anyDryRun()) {
            return Optional.empty();
        }
        URI asked = CacheExchangeFactory.asked(exchange);
        ResourceTags tags = routeRule.reach(rules, exchange, asked);
        if (passing) {
            return Optional.of(Mono.defer(() -> pass(exchange, chain, tags, asked)));
        }
        return tags.rule().handling().dryRun()
                ? Optional.of(Mono.defer(() -> forward(exchange, chain, tags, asked)))
                : Optional.empty();
    }

    private Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain, ResourceTags tags, URI asked) {
        ExactTargetFilter.leaveToGateway(exchange);
        RequestRule rule = tags.rule();
        RequestHead request = MessageHeadConverter.request(exchange.getRequest(), asked);
        RequestHead taken = MethodOverride.of(exchange.getRequest(), request);
        if (isWrite(taken, rule)) {
            return write(exchange, chain, tags, taken);
        }
        var reached = new KeyedResourceTags(tags, CacheKeyFactory.plain(exchange, asked, tags.ruleOfReads(asked)));
        reached.tell(exchange);
        Optional<Reason> obstacle = obstacle(request, rule.policy());
        if (obstacle.isPresent()) {
            passed(exchange, tags, obstacle.get());
            return chain.filter(exchange);
        }
        return keyed(exchange, tags, asked)
                .flatMap(keyed -> keyed.map(known -> watched(exchange, chain, tags, asked, known))
                        .orElseGet(() -> chain.filter(exchange)));
    }

    /** Forwards a request while the cache is not in use: only what writes invalidate is still of interest. */
    private Mono<Void> pass(ServerWebExchange exchange, GatewayFilterChain chain, ResourceTags tags, URI asked) {
        RequestHead request =
                MethodOverride.of(exchange.getRequest(), MessageHeadConverter.request(exchange.getRequest(), asked));
        return isWrite(request, tags.rule())
                ? unsafeRequests.inTurn(unsafeRequests.open(exchange, chain, request, tags))
                : chain.filter(exchange);
    }

    private static boolean isWrite(RequestHead request, RequestRule rule) {
        return UnsafeMethods.isUnsafe(request.method())
                && !rule.policy().methods().contains(request.method());
    }

    private static Optional<Reason> obstacle(RequestHead request, CachePolicy policy) {
        if (!policy.methods().contains(request.method()) || policy.keyedByContent(request.method())) {
            return Optional.of(Reason.METHOD);
        }
        if (request.upgrades()) {
            return Optional.of(Reason.UPGRADE);
        }
        return request.hasContent() ? Optional.of(Reason.REQUEST_BODY) : Optional.empty();
    }

    /** Forwards a write at once, but after earlier acknowledged writes to the same resources. */
    private Mono<Void> write(
            ServerWebExchange exchange, GatewayFilterChain chain, ResourceTags tags, RequestHead request) {
        passed(exchange, tags, Reason.METHOD);
        return unsafeRequests.inTurn(unsafeRequests.open(exchange, chain, request, tags));
    }

    /** Returns the request with its key; empty if that fails, which has no effect on the request. */
    private Mono<Optional<KeyedRequest>> keyed(ServerWebExchange exchange, ResourceTags tags, URI asked) {
        return Mono.defer(() -> {
                    ServerWebExchange left = services.requests().unkeyed().removeFrom(exchange);
                    URI target = tags.rule().counting(asked);
                    Optional<Reason> bypass = CacheExchangeFactory.bypassed(left, asked, tags.rule())
                            ? Optional.of(Reason.BYPASS)
                            : Optional.empty();
                    return CacheKeyFactory.waits(left, tags.rule())
                            ? keys.of(left, target, tags.rule())
                            : Mono.just(
                                    new KeyedRequest(left, CacheKeyFactory.plain(left, target, tags.rule()), bypass));
                })
                .map(Optional::of)
                .onErrorResume(fault -> {
                    log.debug("A request is not watched, as it has no key.", fault);
                    return Mono.just(Optional.empty());
                });
    }

    private Mono<Void> watched(
            ServerWebExchange exchange, GatewayFilterChain chain, ResourceTags tags, URI asked, KeyedRequest keyed) {
        if (keyed.obstacle().isPresent()) {
            passed(exchange, tags, keyed.obstacle().get());
            return chain.filter(exchange);
        }
        return services.extensions()
                .interceptor()
                .forward(exchange, chain, () -> question(exchange, tags, asked, keyed));
    }

    private ExchangeInterceptor.SkippedLookup question(
            ServerWebExchange exchange, ResourceTags tags, URI asked, KeyedRequest keyed) {
        RequestHead request = Vary.withoutUnusable(MessageHeadConverter.request(
                keyed.exchange().getRequest(), tags.rule().counting(asked)));
        return new ExchangeInterceptor.SkippedLookup(
                section(exchange, tags),
                tags,
                request,
                asked,
                keyed.key(),
                AmendedFields.policy(routeRule.policy(tags.rule().policy()), exchange),
                services.fetching().store().stamp(tags.stampOfResponse()),
                size -> services.fetching().limits().bears(size, tags.rule()));
    }

    private void passed(ServerWebExchange exchange, ResourceTags tags, Reason reason) {
        services.extensions().interceptor().passed(section(exchange, tags), reason);
    }

    private static RuleScope section(ServerWebExchange exchange, ResourceTags tags) {
        return RuleScope.of(CacheExchange.route(exchange), tags);
    }
}
