package dev.larder.gateway.filter;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.gateway.exchange.BrokenBody;
import dev.larder.gateway.exchange.ForwardedHead;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.Problem;
import dev.larder.gateway.route.KeySettings;
import dev.larder.gateway.route.Rule;
import dev.larder.http.InterimResponses;
import dev.larder.invalidation.Moved;
import dev.larder.rfc9111.MaxForwards;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.Reception;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Unsafe;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Lets a request through to its origin untouched; what a write makes wrong is invalidated on the way back. */
final class PassThrough {

    private final CacheServices services;
    private final Forwarder forwarder;
    private final UnsafeRequests unsafeRequests;

    PassThrough(CacheServices services, Forwarder forwarder) {
        this.services = services;
        this.forwarder = forwarder;
        this.unsafeRequests = new UnsafeRequests(services);
    }

    Mono<Void> forward(Visit visit, Reason reason) {
        visit.report().forwarded(reason);
        if (MaxForwards.areUsedUp(visit.request())) {
            return answerLast(visit);
        }
        String method = visit.request().method();
        boolean write = Unsafe.isUnsafe(method) && !visit.policy().methods().contains(method);
        Mono<Void> forwarded =
                write ? unsafeRequests.answer(visit, Mono.defer(() -> write(visit))) : Mono.defer(() -> forward(visit));
        return forwarded.then(Mono.fromRunnable(() -> watchBody(visit)));
    }

    /** RFC 9110 7.6.2: "the intermediary MUST respond as the final recipient"; it offers nothing by itself. */
    private static Mono<Void> answerLast(Visit visit) {
        visit.report().local();
        visit.exchange().getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        return visit.answer().content(ServerHttpResponse::setComplete);
    }

    /** Its body is written by the gateway itself, which would not know what to make of one that breaks off. */
    private static void watchBody(Visit visit) {
        BrokenBody.answer(visit.exchange(), error -> brokenOff(visit, error));
    }

    private static Mono<Problem> brokenOff(Visit visit, Throwable error) {
        Optional<Problem> problem = Problem.of(error);
        if (visit.exchange().getResponse().isCommitted() || problem.isEmpty()) {
            return HandOver.cutShort(visit.exchange(), error);
        }
        OriginFailure.note(visit.exchange(), error);
        visit.report().local();
        return Mono.just(problem.get());
    }

    private Mono<Void> write(Visit visit) {
        Instant asked = services.fetching().clock().steady();
        Stamp before = services.fetching().shelf().stamp(visit.reach().ofResponse());
        var target = new Writes.Target(visit.exchange(), visit.request(), visit.key(), visit.reach());
        if (!services.writes().waits()) {
            visit.report().notStored(Reason.EVENTUAL);
        }
        return services.writes()
                .around(
                        target,
                        (exchange, settle) -> forward(visit.with(exchange))
                                .then(Mono.defer(() -> storeAnswer(visit, asked, before, settle))));
    }

    private static Mono<Void> forward(Visit visit) {
        ForwardedHead.of(visit.exchange());
        return visit.chain()
                .filter(visit.exchange())
                .contextWrite(context -> InterimResponses.towards(visit.nativeRequest(), context));
    }

    /**
     * The answer to a POST may say that it is what a GET would bring (RFC 9110 9.3.3); it is then stored as that, unless
     * any write but this one has moved its tags meanwhile, or a GET would bring less than what was forwarded here: where a rule
     * says what is part of the key, the rest of this request may have shaped the answer.
     */
    private Mono<Void> storeAnswer(Visit visit, Instant asked, Stamp before, Mono<Moved> settle) {
        Rule ofReads = services.requests().rules().ofReads(visit.request().target(), visit.rule());
        if (!ofReads.key().equals(KeySettings.PLAIN)) {
            return Mono.empty();
        }
        ResponseHead head = Heads.response(visit.exchange().getResponse());
        Reception now = new Reception(
                asked,
                services.fetching().clock().steady(),
                services.fetching().clock().wall());
        StoreVerdict verdict = Storability.judge(visit.request(), head, visit.policy(), now);
        return verdict instanceof StoreVerdict.Store store
                ? settle.flatMap(moved -> storeAnswer(visit, asked, store.response(), before, moved))
                : Mono.empty();
    }

    private Mono<Void> storeAnswer(Visit visit, Instant asked, StoredResponse response, Stamp before, Moved moved) {
        if (moved.before() > before.epoch()) {
            return Mono.empty();
        }
        Set<Tag> tags = new HashSet<>(visit.reach().ofResponse());
        tags.addAll(services.fetching()
                .originTags()
                .ofResponse(visit.reach().origin(), response.head().fields()));
        return services.fetching()
                .origin()
                .takeOver(visit.exchange(), asked)
                .map(answer -> forwarder.record(visit, answer, response, writtenAt(moved, tags)))
                .orElseGet(Mono::empty);
    }

    private Stamp writtenAt(Moved moved, Set<Tag> tags) {
        Stamp now = services.fetching().shelf().stamp(tags);
        return now.at(Math.min(moved.now(), now.epoch()));
    }
}
