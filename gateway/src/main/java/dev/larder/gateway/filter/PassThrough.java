package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.Unsafe;
import dev.larder.gateway.wire.InterimResponses;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Lets a request through to its origin untouched and unbuffered. If its method is unsafe, what its answer makes wrong is
 * invalidated before the answer is released (RFC 9111 4.4); if no answer comes, the write may have happened.
 */
final class PassThrough {

    private final CacheServices services;

    PassThrough(CacheServices services) {
        this.services = services;
    }

    Mono<Void> forward(Visit visit, Reason reason) {
        visit.report().forwarded(reason);
        if (!Unsafe.isUnsafe(visit.request().method())) {
            return forward(visit);
        }
        visit.exchange().getResponse().beforeCommit(() -> invalidate(visit));
        return forward(visit)
                .onErrorResume(error ->
                        invalidate(visit, List.of(visit.request().target())).then(Mono.error(error)))
                .doFinally(signal -> {
                    if (signal == SignalType.CANCEL) {
                        invalidate(visit, List.of(visit.request().target())).subscribe();
                    }
                });
    }

    private static Mono<Void> forward(Visit visit) {
        Object client =
                ServerHttpRequestDecorator.getNativeRequest(visit.exchange().getRequest());
        return visit.chain()
                .filter(visit.exchange())
                .contextWrite(context -> InterimResponses.towards(client, context));
    }

    private Mono<Void> invalidate(Visit visit) {
        return Mono.defer(() -> {
            ServerHttpResponse response = visit.exchange().getResponse();
            HttpStatusCode status = response.getStatusCode();
            var head = new ResponseHead(status == null ? 200 : status.value(), Heads.fields(response.getHeaders()));
            return Unsafe.invalidates(visit.request().method(), head.status())
                    ? invalidate(visit, Unsafe.targets(visit.request(), head))
                    : Mono.empty();
        });
    }

    private Mono<Void> invalidate(Visit visit, List<URI> targets) {
        String host = Objects.requireNonNullElse(
                visit.exchange().getRequest().getHeaders().getFirst("Host"), "");
        return Flux.fromIterable(targets)
                .concatMap(target -> services.shelf().invalidate(CacheKeys.of(host, target)))
                .then();
    }
}
