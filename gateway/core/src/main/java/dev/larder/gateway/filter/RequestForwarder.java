package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.CollapsedFetch;
import dev.larder.gateway.exchange.CollapsedFetchOutcome;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.exchange.LookupResult;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.http.InterimResponseRelay;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Takes requests that the store cannot answer to the origin, those for the same thing together. */
final class RequestForwarder {

    private final CacheServices services;
    private final ClientResponder responder;

    RequestForwarder(CacheServices services, ClientResponder responder) {
        this.services = services;
        this.responder = responder;
    }

    /**
     * Goes to the origin, or waits for one who has gone; {@code next} is called with how that one fared. A flight that ended
     * after the look-up has stored what it brought before this one could begin: then {@code again} looks up again.
     *
     * @param found what the look-up has found
     */
    Mono<Void> together(
            CacheExchange visit,
            LookupResult found,
            Optional<SelectedResponse> selection,
            Reason reason,
            Function<CollapsedFetchOutcome, Mono<Void>> next,
            Supplier<Mono<Void>> again) {
        return services.fetching()
                .flights()
                .board(
                        visit.key(),
                        visit.credentials(),
                        stamp(visit),
                        flight -> unlessLeftBefore(flight, mine(visit, found, flight), still -> {
                            if (still) {
                                return lead(visit, selection, reason, flight);
                            }
                            flight.end(new CollapsedFetchOutcome.Superseded());
                            return again.get();
                        }),
                        outcome -> outcome.timeout(
                                        services.fetching().limits().collapseTimeout(),
                                        Mono.just(new CollapsedFetchOutcome.Released(Reason.ORIGIN_TIMEOUT)))
                                .flatMap(next));
    }

    /** Whether the request is still needed, and this gateway's to make; that of another one is waited for. */
    private Mono<Boolean> mine(CacheExchange visit, LookupResult found, CollapsedFetch flight) {
        Mono<Boolean> needed = services.fetching().shelf().holds(visit.key(), found.variants());
        var handling = visit.rule().handling();
        if (services.fetching().claims() == FetchClaims.ALONE
                || handling.store().isPresent()
                || !flight.joinable()) {
            return needed;
        }
        return needed.flatMap(still -> still
                ? services.fetching()
                        .claims()
                        .claim(visit.key(), visit.credentials())
                        .map(claim -> leads(claim, flight))
                : Mono.just(false));
    }

    private static boolean leads(FetchClaims.Claim claim, CollapsedFetch flight) {
        if (claim instanceof FetchClaims.Claim.Mine mine) {
            flight.whenOver(mine.over());
            return true;
        }
        return !((FetchClaims.Claim.Made) claim).shared();
    }

    /** A leader that leaves before its request is under way takes its flight along; if the store answers at once, it cannot. */
    private static Mono<Void> unlessLeftBefore(
            CollapsedFetch flight, Mono<Boolean> stillSo, Function<Boolean, Mono<Void>> then) {
        if (stillSo instanceof Callable) {
            return stillSo.flatMap(then);
        }
        var begun = new AtomicBoolean();
        return stillSo.flatMap(still -> {
                    begun.set(true);
                    return then.apply(still);
                })
                .doOnCancel(() -> {
                    if (!begun.get()) {
                        flight.end(new CollapsedFetchOutcome.Superseded());
                    }
                });
    }

    /** Goes to the origin for this one request only. */
    Mono<Void> alone(CacheExchange visit, Optional<SelectedResponse> selection, Reason reason) {
        return lead(visit, selection, reason, CollapsedFetch.alone(stamp(visit)));
    }

    private EpochStamp stamp(CacheExchange visit) {
        return services.fetching().shelf().stamp(visit.reach().stampOfResponse());
    }

    /** Validates a stored response while it is being served, unless somebody has just done so. */
    void inBackground(CacheExchange visit, SelectedResponse selection) {
        services.fetching()
                .flights()
                .leadUnlessUnderWay(
                        visit.key(),
                        visit.credentials(),
                        stamp(visit),
                        flight -> services.fetching()
                                .shelf()
                                .holds(visit.key(), Optional.of(selection.variants()))
                                .subscribe(still -> {
                                    if (still) {
                                        validate(visit, selection, flight);
                                    } else {
                                        flight.end(new CollapsedFetchOutcome.Superseded());
                                    }
                                }));
    }

    private void validate(CacheExchange visit, SelectedResponse selection, CollapsedFetch flight) {
        new OriginFetch(
                        services,
                        visit,
                        Optional.of(selection),
                        Reason.HIT_STALE_WHILE_REVALIDATE,
                        FetchInitiator.background(flight),
                        Context.empty())
                .start();
    }

    /** Answers with what the origin has brought, and stores it if no write stands against it. */
    Mono<Void> record(CacheExchange visit, OriginResponseStream answer, StoredResponse response, EpochStamp stamp) {
        FetchInitiator leader = FetchInitiator.of(CollapsedFetch.alone(stamp));
        new FillTransaction(services, visit, leader, stamp, answer, response).start(false);
        return follow(visit, leader, visit.report().reason());
    }

    private Mono<Void> follow(CacheExchange visit, FetchInitiator leader, Reason reason) {
        visit.answer().atEnd(leader::leave);
        return leader.answering().flatMap(answering -> answer(visit, answering, reason));
    }

    private Mono<Void> lead(
            CacheExchange visit, Optional<SelectedResponse> selection, Reason reason, CollapsedFetch flight) {
        return Mono.deferContextual(context -> {
            visit.report().forwarded(reason);
            FetchInitiator leader = FetchInitiator.of(flight);
            Context interim = InterimResponseRelay.towards(visit.nativeRequest(), Context.of(context));
            new OriginFetch(services, visit, selection, reason, leader, interim).start();
            return follow(visit, leader, reason);
        });
    }

    private Mono<Void> answer(CacheExchange visit, InitiatorResponse answering, Reason reason) {
        if (answering instanceof InitiatorResponse.PassOn passOn) {
            return passOn(visit, passOn.answer());
        }
        if (answering instanceof InitiatorResponse.AtHand atHand) {
            return responder.whole(visit, atHand.head().endToEnd(), atHand.content());
        }
        if (answering instanceof InitiatorResponse.Recorded recorded) {
            return responder.stream(
                    visit, recorded.head().endToEnd(), recorded.body().map(buffers(visit)::wrap));
        }
        if (answering instanceof InitiatorResponse.Confirmed confirmed) {
            return responder.forwarded(visit, confirmed.stored(), reason);
        }
        if (answering instanceof InitiatorResponse.Stale stale) {
            return responder.fromStore(visit, stale.stored(), stale.reason());
        }
        return Mono.error(((InitiatorResponse.Nothing) answering).error());
    }

    private Mono<Void> passOn(CacheExchange visit, OriginResponseStream answer) {
        ResponseHead head = answer.head().endToEnd();
        if (bodiless(visit, answer.head())) {
            return responder.headOnly(visit, head);
        }
        Optional<byte[]> content = answer.content();
        return content.isPresent()
                ? responder.whole(visit, head, ByteBuffer.wrap(content.get()))
                : responder.stream(visit, head, content(answer, buffers(visit)));
    }

    private static DataBufferFactory buffers(CacheExchange visit) {
        return visit.exchange().getResponse().bufferFactory();
    }

    /** Content of unknown length is flushed piece by piece; pieces that a leaving client leaves behind must need no release. */
    private static Flux<DataBuffer> content(OriginResponseStream answer, DataBufferFactory buffers) {
        return answer.announcedLength().isPresent()
                ? answer.body()
                : answer.copiedBody().map(buffers::wrap);
    }

    private static boolean bodiless(CacheExchange visit, ResponseHead head) {
        return visit.isHead() || head.status() == 204 || head.status() == 304;
    }
}
