package dev.larder.gateway.connection;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.metrics.span.StepOutcome;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Answers requests that have passed the web filters from the store, if possible, before a handler is looked up. */
final class WebHitResponder {

    private final ConnectionRoutes routes;
    private final EarlyExchangeRecorder recorder;
    private final EarlyLookup lookup;
    private final UnkeyedFields unkeyed;
    private final HitSampler sampler;
    private final CacheStepObserver spans;

    WebHitResponder(
            ConnectionRoutes routes,
            EarlyExchangeRecorder recorder,
            EarlyLookup lookup,
            HitSampler sampler,
            CacheStepObserver spans) {
        this.routes = routes;
        this.recorder = recorder;
        this.lookup = lookup;
        this.unkeyed = lookup.unkeyed();
        this.sampler = sampler;
        this.spans = spans;
    }

    /** Answers a request; empty if it is left to the route, for which its target is recorded. */
    Optional<Mono<Void>> answer(ServerWebExchange exchange) {
        RequestTarget target = RequestTarget.dispatched(exchange, unkeyed).orElse(null);
        if (target == null) {
            return Optional.empty();
        }
        CachedRoutingDecision decision = routes.mayAnswer(HitLevel.WEB) ? routes.find(target, HitLevel.WEB) : null;
        return decision == null
                        || mayChangeFieldsOfOthers(exchange, decision)
                        || unkeyed.isFiltered(exchange, decision.route().getId())
                ? Optional.empty()
                : answer(exchange, decision);
    }

    /** The route's filters would see the fields that web filters have set, too. */
    private static boolean mayChangeFieldsOfOthers(ServerWebExchange exchange, CachedRoutingDecision decision) {
        return !decision.responseFilters().inOrder().isEmpty()
                && !exchange.getResponse().getHeaders().isEmpty();
    }

    private Optional<Mono<Void>> answer(ServerWebExchange exchange, CachedRoutingDecision decision) {
        long start = recorder.nanos();
        ServerWebExchange asRouted = unkeyed.leftOf(exchange);
        return lookup.find(
                        decision,
                        exchange.getRequest().getMethod().name(),
                        MessageHeadConverter.fields(asRouted.getRequest().getHeaders()))
                .filter(hit -> hit.isHead()
                        || !sampler.drawAndMark(ClientRequest.of(exchange), decision.routing(), lookup.now()))
                .map(hit -> write(exchange, hit, start));
    }

    private Mono<Void> write(ServerWebExchange exchange, EarlyHit hit, long start) {
        exchange.getAttributes().put(GATEWAY_ROUTE_ATTR, hit.decision().route());
        if (spans.isEnabled()) {
            observed(exchange, hit);
        }
        recorder.answered(
                HitLevel.WEB,
                hit,
                hit.decision().meters().ofGateway(hit.method(), hit.head().status()),
                start);
        return EarlyHitWriter.write(hit, exchange.getRequest(), exchange.getResponse());
    }

    /** Only now is it known to be a hit, so its lookup is observed after it has ended. */
    private void observed(ServerWebExchange exchange, EarlyHit hit) {
        spans.begin(CacheStep.LOOKUP, exchange, hit.decision().route().getId()).ended(StepOutcome.SERVE, hit.reason());
    }
}
