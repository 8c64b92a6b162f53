package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.exchange.OriginRequestHeadersFilter;
import dev.larder.gateway.exchange.TruncatedBodyHandler;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.http.InterimResponseRelay;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.MaxForwards;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.UnsafeMethods;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Lets a request through to its origin untouched; what a write makes wrong is invalidated on the way back. */
final class PassThroughForwarder {

    private final CacheServices services;
    private final RequestForwarder forwarder;
    private final UnsafeRequestProcessor unsafeRequests;

    PassThroughForwarder(CacheServices services, RequestForwarder forwarder) {
        this.services = services;
        this.forwarder = forwarder;
        this.unsafeRequests = new UnsafeRequestProcessor(services);
    }

    Mono<Void> forward(CacheExchange visit, Reason reason) {
        visit.report().forwarded(reason);
        if (MaxForwards.areUsedUp(visit.request())) {
            return answerLast(visit);
        }
        String method = visit.request().method();
        boolean write =
                UnsafeMethods.isUnsafe(method) && !visit.policy().methods().contains(method);
        Mono<Void> forwarded =
                write ? unsafeRequests.answer(visit, Mono.defer(() -> write(visit))) : Mono.defer(() -> forward(visit));
        return forwarded.then(Mono.fromRunnable(() -> watchBody(visit)));
    }

    /** RFC 9110 7.6.2: "the intermediary MUST respond as the final recipient"; it offers nothing by itself. */
    private static Mono<Void> answerLast(CacheExchange visit) {
        visit.report().local();
        visit.exchange().getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        return visit.answer().content(ServerHttpResponse::setComplete);
    }

    /** Its body is written by the gateway itself, which would not know what to make of one that breaks off. */
    private static void watchBody(CacheExchange visit) {
        TruncatedBodyHandler.answer(visit.exchange(), error -> brokenOff(visit, error));
    }

    private static Mono<GatewayProblem> brokenOff(CacheExchange visit, Throwable error) {
        Optional<GatewayProblem> problem = GatewayProblem.of(error);
        if (visit.exchange().getResponse().isCommitted() || problem.isEmpty()) {
            return ResponseCommitter.cutShort(visit.exchange(), error);
        }
        OriginFailure.note(visit.exchange(), error);
        visit.report().local();
        return Mono.just(problem.get());
    }

    private Mono<Void> write(CacheExchange visit) {
        Instant asked = services.fetching().clock().steady();
        EpochStamp before = services.fetching().shelf().stamp(visit.reach().ofResponse());
        if (!services.writes().waits()) {
            visit.report().notStored(Reason.EVENTUAL);
        }
        return services.writes()
                .around(
                        visit.writeTarget(),
                        (exchange, settle) -> forward(visit.with(exchange))
                                .then(Mono.defer(() -> storeAnswer(visit, asked, before, settle))));
    }

    private static Mono<Void> forward(CacheExchange visit) {
        OriginRequestHeadersFilter.of(visit.exchange());
        return visit.chain()
                .filter(visit.exchange())
                .contextWrite(context -> InterimResponseRelay.towards(visit.nativeRequest(), context));
    }

    /**
     * The answer to a POST may say that it is what a GET would bring (RFC 9110 9.3.3); it is then stored as that, unless
     * any write but this one has moved its tags meanwhile, or a GET would bring less than what was forwarded here: where a rule
     * says what is part of the key, the rest of this request may have shaped the answer.
     */
    private Mono<Void> storeAnswer(CacheExchange visit, Instant asked, EpochStamp before, Mono<EpochChange> settle) {
        RequestRule ofReads =
                services.requests().rules().ofReads(visit.request().target(), visit.rule());
        if (!ofReads.key().equals(KeySettings.PLAIN)) {
            return Mono.empty();
        }
        ResponseHead head = MessageHeadConverter.response(visit.exchange().getResponse());
        ReceptionTimes now = new ReceptionTimes(
                asked,
                services.fetching().clock().steady(),
                services.fetching().clock().wall());
        StoreVerdict verdict = Storability.judge(visit.request(), head, visit.policy(), now);
        return verdict instanceof StoreVerdict.Store store
                ? settle.flatMap(moved -> storeAnswer(visit, asked, store.response(), before, moved))
                : Mono.empty();
    }

    private Mono<Void> storeAnswer(
            CacheExchange visit, Instant asked, StoredResponse response, EpochStamp before, EpochChange moved) {
        if (moved.before() > before.epoch()) {
            return Mono.empty();
        }
        Set<CacheTag> tags = new HashSet<>(visit.reach().ofResponse());
        tags.addAll(services.fetching()
                .originTags()
                .ofResponse(visit.reach().origin(), response.head().fields()));
        return services.fetching()
                .origin()
                .takeOver(visit.exchange(), asked)
                .map(answer -> forwarder.record(visit, answer, response, writtenAt(moved, tags)))
                .orElseGet(Mono::empty);
    }

    private EpochStamp writtenAt(EpochChange moved, Set<CacheTag> tags) {
        EpochStamp now = services.fetching().shelf().stamp(tags);
        return now.at(Math.min(moved.now(), now.epoch()));
    }
}
