package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.observe.CacheReport;
import dev.larder.gateway.observe.Section;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rule;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Unsafe;
import dev.larder.rfc9111.Vary;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Forwards requests as if there were no cache, where its use is switched off; who wants to know what a cache would have done
 * with them intercepts them. Nothing of a request, a response or their order is changed. Writes still make wrong what is
 * stored: other routes may be in use.
 */
final class NotInUse {

    private static final Logger log = LoggerFactory.getLogger(NotInUse.class);

    private final CacheServices services;
    private final RouteRule routeRule;
    private final Keying keying;
    private final UnsafeRequests unsafeRequests;

    NotInUse(CacheServices services, RouteRule routeRule) {
        this.services = services;
        this.routeRule = routeRule;
        this.keying = new Keying(services.requests().users());
        this.unsafeRequests = new UnsafeRequests(services);
    }

    /** Forwards a request that is not to be answered; empty if it is not one of those. */
    Optional<Mono<Void>> of(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (!services.requests().rules().anyDryRun()) {
            return Optional.empty();
        }
        URI asked = Visits.asked(exchange);
        Reach reach = routeRule.reach(services.requests().rules(), exchange, asked);
        return reach.rule().handling().dryRun()
                ? Optional.of(Mono.defer(() -> forward(exchange, chain, reach, asked)))
                : Optional.empty();
    }

    private Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain, Reach reach, URI asked) {
        Rule rule = reach.rule();
        RequestHead request = Heads.request(exchange.getRequest(), asked);
        if (Unsafe.isUnsafe(request.method()) && !rule.policy().methods().contains(request.method())) {
            return write(exchange, chain, reach, request);
        }
        var reached = new Reached(
                reach, Keying.plain(exchange, asked, services.requests().rules().ofReads(asked, rule)));
        reached.tell(exchange);
        Optional<Reason> obstacle = obstacle(request, rule.policy());
        if (obstacle.isPresent()) {
            passed(exchange, reach, obstacle.get());
            return chain.filter(exchange);
        }
        return keyed(exchange, reach, asked)
                .flatMap(keyed -> keyed.map(known -> watched(exchange, chain, reach, asked, known))
                        .orElseGet(() -> chain.filter(exchange)));
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

    /** A write is forwarded at once, but not before earlier ones to the same that have been acknowledged. */
    private Mono<Void> write(ServerWebExchange exchange, GatewayFilterChain chain, Reach reach, RequestHead request) {
        passed(exchange, reach, Reason.METHOD);
        var key = Keying.plain(
                exchange, request.target(), services.requests().rules().ofReads(request.target(), reach.rule()));
        var visit = new Visit(
                exchange,
                chain,
                request,
                key,
                reach.rule().policy(),
                new CacheReport(),
                Counting.none(services),
                PreparedAnswer.begin(exchange),
                reach,
                Optional.of(Reason.METHOD));
        new Reached(reach, key).tell(exchange);
        var target = new Writes.Target(exchange, request, key, reach);
        return unsafeRequests.inTurn(visit, services.writes().around(target, (read, settle) -> chain.filter(read)));
    }

    /** The request as it would be keyed; nothing if that fails, which harms nobody. */
    private Mono<Optional<Keyed>> keyed(ServerWebExchange exchange, Reach reach, URI asked) {
        return Mono.defer(() -> {
                    ServerWebExchange left = services.requests().unkeyed().removeFrom(exchange);
                    URI target = reach.rule().counting(asked);
                    Optional<Reason> bypass =
                            Visits.bypassed(left, asked, reach.rule()) ? Optional.of(Reason.BYPASS) : Optional.empty();
                    return Keying.waits(left, reach.rule())
                            ? keying.of(left, target, reach.rule())
                            : Mono.just(new Keyed(left, Keying.plain(left, target, reach.rule()), bypass));
                })
                .map(Optional::of)
                .onErrorResume(fault -> {
                    log.debug("A request is not watched, as it has no key.", fault);
                    return Mono.just(Optional.empty());
                });
    }

    private Mono<Void> watched(
            ServerWebExchange exchange, GatewayFilterChain chain, Reach reach, URI asked, Keyed keyed) {
        if (keyed.obstacle().isPresent()) {
            passed(exchange, reach, keyed.obstacle().get());
            return chain.filter(exchange);
        }
        return services.extensions()
                .interceptor()
                .forward(exchange, chain, () -> question(exchange, reach, asked, keyed));
    }

    private ExchangeInterceptor.Question question(ServerWebExchange exchange, Reach reach, URI asked, Keyed keyed) {
        RequestHead request = Vary.withoutUnusable(
                Heads.request(keyed.exchange().getRequest(), reach.rule().counting(asked)));
        return new ExchangeInterceptor.Question(
                section(exchange, reach),
                reach,
                request,
                asked,
                keyed.key(),
                routeRule.policy(reach.rule().policy()),
                services.fetching().shelf().stamp(reach.stampOfResponse()),
                size -> services.fetching().limits().bears(size, reach.rule()));
    }

    private void passed(ServerWebExchange exchange, Reach reach, Reason reason) {
        services.extensions().interceptor().passed(section(exchange, reach), reason);
    }

    private static Section section(ServerWebExchange exchange, Reach reach) {
        return Section.of(Visit.route(exchange), reach);
    }
}
