package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.Reception;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.Storability;
import dev.larder.gateway.rfc9111.StoreVerdict;
import dev.larder.gateway.rfc9111.Unsafe;
import dev.larder.gateway.wire.InterimResponses;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Lets a request through to its origin untouched and unbuffered. If its method is unsafe, what its answer makes wrong is
 * invalidated before the answer is released (RFC 9111 4.4); if no answer comes, the write may have happened.
 */
final class PassThrough {

    private final CacheServices services;
    private final Forwarder forwarder;

    PassThrough(CacheServices services, Forwarder forwarder) {
        this.services = services;
        this.forwarder = forwarder;
    }

    Mono<Void> forward(Visit visit, Reason reason) {
        visit.report().forwarded(reason);
        return Unsafe.isUnsafe(visit.request().method()) ? write(visit) : forward(visit);
    }

    private Mono<Void> write(Visit visit) {
        Instant asked = services.clock().steady();
        long epoch = services.shelf().epoch(visit.key());
        var once = new AtomicBoolean();
        visit.exchange().getResponse().beforeCommit(() -> invalidate(visit, once));
        return forward(visit)
                .then(Mono.defer(() -> storeAnswer(visit, asked, epoch, once)))
                .onErrorResume(error -> invalidateTarget(visit).then(Mono.error(error)))
                .doFinally(signal -> {
                    if (signal == SignalType.CANCEL) {
                        invalidateTarget(visit).subscribe();
                    }
                });
    }

    private static Mono<Void> forward(Visit visit) {
        return visit.chain()
                .filter(visit.exchange())
                .contextWrite(context -> InterimResponses.towards(visit.nativeRequest(), context));
    }

    /**
     * The answer to a POST may say that it is what a GET would bring (RFC 9110 9.3.3); it is then stored as that, unless
     * any write but this one has moved the key's epoch on meanwhile.
     */
    private Mono<Void> storeAnswer(Visit visit, Instant asked, long epoch, AtomicBoolean once) {
        ResponseHead head = Heads.response(visit.exchange().getResponse());
        Reception now =
                new Reception(asked, services.clock().steady(), services.clock().wall());
        StoreVerdict verdict = Storability.judge(visit.request(), head, visit.policy(), now);
        if (!(verdict instanceof StoreVerdict.Store store)) {
            return Mono.empty();
        }
        return invalidate(visit, once)
                .then(Mono.defer(() -> services.origin()
                        .takeOver(visit.exchange(), asked)
                        .map(answer -> forwarder.record(visit, answer, store.response(), epoch + 1))
                        .orElseGet(Mono::empty)));
    }

    private Mono<Void> invalidate(Visit visit, AtomicBoolean once) {
        return Mono.defer(() -> {
            ResponseHead head = Heads.response(visit.exchange().getResponse());
            boolean due =
                    Unsafe.invalidates(visit.request().method(), head.status()) && once.compareAndSet(false, true);
            return due ? invalidate(visit, Unsafe.targets(visit.request(), head)) : Mono.empty();
        });
    }

    private Mono<Void> invalidateTarget(Visit visit) {
        return invalidate(visit, List.of(visit.request().target()));
    }

    private Mono<Void> invalidate(Visit visit, List<URI> targets) {
        String host = Visits.host(visit.exchange());
        return Flux.fromIterable(targets)
                .concatMap(target -> services.shelf().invalidate(CacheKeys.of(host, target)))
                .then();
    }
}
