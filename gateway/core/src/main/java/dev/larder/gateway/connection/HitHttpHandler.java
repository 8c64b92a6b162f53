package dev.larder.gateway.connection;

import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.message.ClientRequest;
import java.util.Optional;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * The server's handler, called only for requests not answered at the web level. If there are no web filters but the gateway's
 * own, and requests are observed only by timers, calling {@link WebHitResponder} from here makes no difference but time.
 */
final class HitHttpHandler implements HttpHandler {

    private final HttpHandler handler;
    private final ConnectionRoutes routes;
    private final EarlyExchangeRecorder recorder;
    private final EarlyLookup lookup;
    private final HitSampler sampler;

    HitHttpHandler(
            HttpHandler handler,
            ConnectionRoutes routes,
            EarlyExchangeRecorder recorder,
            EarlyLookup lookup,
            HitSampler sampler) {
        this.handler = handler;
        this.routes = routes;
        this.recorder = recorder;
        this.lookup = lookup;
        this.sampler = sampler;
    }

    @Override
    public Mono<Void> handle(ServerHttpRequest request, ServerHttpResponse response) {
        return (routes.mayAnswerBeforeFilters() ? answer(request, response) : Optional.<Mono<Void>>empty())
                .orElseGet(() -> handler.handle(request, response));
    }

    private Optional<Mono<Void>> answer(ServerHttpRequest request, ServerHttpResponse response) {
        RequestTarget target = RequestTarget.of(request, lookup.unkeyed()).orElse(null);
        if (target == null || !(ClientRequest.of(request) instanceof HttpServerRequest received)) {
            return Optional.empty();
        }
        long start = recorder.nanos();
        CachedRoutingDecision decision = routes.find(target, HitLevel.WEB);
        if (decision == null) {
            return Optional.empty();
        }
        return lookup.find(
                        decision, target.method(), lookup.fields(received.requestHeaders(), request.getRemoteAddress()))
                .filter(hit -> hit.isHead() || !sampler.drawAndMark(received, decision.routing(), lookup.now()))
                .map(hit -> {
                    recorder.answered(
                            HitLevel.WEB,
                            hit,
                            hit.decision()
                                    .meters()
                                    .ofAll(hit.method(), hit.head().status()),
                            start);
                    return EarlyHitWriter.write(hit, request, response);
                });
    }
}
