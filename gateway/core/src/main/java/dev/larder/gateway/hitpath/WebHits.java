package dev.larder.gateway.hitpath;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.filter.UnkeyedFields;
import dev.larder.gateway.observe.span.CacheStep;
import dev.larder.gateway.observe.span.Spans;
import dev.larder.gateway.observe.span.StepOutcome;
import java.util.Optional;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Answers whom the web filters have let in, if the store can do it; called before anybody looks for a handler. */
final class WebHits {

    private final HitPath path;
    private final Lane lane;
    private final UnkeyedFields unkeyed;
    private final HitSampler sampler;
    private final Spans spans;

    WebHits(HitPath path, Lane lane, UnkeyedFields unkeyed, HitSampler sampler, Spans spans) {
        this.path = path;
        this.lane = lane;
        this.unkeyed = unkeyed;
        this.sampler = sampler;
        this.spans = spans;
    }

    /** Answers a request; empty if that is the route's business, which is told what was asked. */
    Optional<Mono<Void>> answer(ServerWebExchange exchange) {
        Asked asked = Asked.of(exchange.getRequest(), unkeyed).orElse(null);
        if (asked == null) {
            return Optional.empty();
        }
        asked.note(exchange);
        Shortcut shortcut = path.mayAnswer(HitLevel.WEB) ? lane.shortcut(asked) : null;
        return shortcut == null ? Optional.empty() : answer(exchange, shortcut);
    }

    private Optional<Mono<Void>> answer(ServerWebExchange exchange, Shortcut shortcut) {
        long start = path.nanos();
        ServerWebExchange asRouted = unkeyed.removeFrom(exchange);
        return lane.find(
                        shortcut,
                        exchange.getRequest().getMethod().name(),
                        Heads.fields(asRouted.getRequest().getHeaders()))
                .filter(hit -> hit.isHead()
                        || !sampler.leaves(
                                ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest()),
                                shortcut.precedent(),
                                lane.now()))
                .map(hit -> write(exchange, hit, start));
    }

    private Mono<Void> write(ServerWebExchange exchange, EarlyHit hit, long start) {
        exchange.getAttributes().put(GATEWAY_ROUTE_ATTR, hit.shortcut().route());
        if (spans.on()) {
            observed(exchange, hit);
        }
        path.answered(
                HitLevel.WEB,
                hit,
                hit.shortcut().meters().ofGateway(hit.method(), hit.head().status()),
                start);
        return WebAnswers.write(hit, exchange.getRequest(), exchange.getResponse());
    }

    /** Whether it would be a hit was not known before: its lookup is seen when it is over. */
    private void observed(ServerWebExchange exchange, EarlyHit hit) {
        spans.begin(CacheStep.LOOKUP, exchange, hit.shortcut().route().getId()).ended(StepOutcome.SERVE, hit.reason());
    }
}
