package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.CollapsedFetch;
import dev.larder.gateway.exchange.CollapsedFetchOutcome;
import dev.larder.gateway.exchange.CollapsedFetches.Participation;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.exchange.LookupResult;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.gateway.exchange.SelectedResponse;
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

/** Forwards requests that the store cannot answer, and collapses equal ones. */
final class RequestForwarder {

    private final CacheServices services;
    private final ClientResponder responder;

    RequestForwarder(CacheServices services, ClientResponder responder) {
        this.services = services;
        this.responder = responder;
    }

    /**
     * Initiates a fetch, or joins one; {@code next} receives the outcome of the latter. If a fetch has ended since the lookup and
     * stored its response before this one began, {@code again} looks up again.
     *
     * @param found result of the lookup
     */
    Mono<Void> together(
            CacheExchange cacheExchange,
            LookupResult found,
            Optional<SelectedResponse> selection,
            Reason reason,
            Function<CollapsedFetchOutcome, Mono<Void>> next,
            Supplier<Mono<Void>> again) {
        Participation participation = services.fetching()
                .fetches()
                .join(cacheExchange.key(), cacheExchange.credentials(), stamp(cacheExchange));
        if (participation instanceof Participation.Follower follower) {
            return follower.outcome()
                    .timeout(
                            services.fetching().limits().collapseTimeout(),
                            Mono.just(new CollapsedFetchOutcome.Released(Reason.ORIGIN_TIMEOUT)))
                    .flatMap(outcome -> outcome instanceof CollapsedFetchOutcome.InitiatorLeft
                            ? together(cacheExchange, found, selection, reason, next, again)
                            : next.apply(outcome));
        }
        CollapsedFetch fetch = ((Participation.Initiator) participation).fetch();
        return unlessLeftBefore(fetch, mine(cacheExchange, found, fetch), still -> {
            if (still) {
                return lead(cacheExchange, selection, reason, fetch);
            }
            fetch.end(new CollapsedFetchOutcome.Superseded());
            return again.get();
        });
    }

    /** Returns whether the request is still needed and is this gateway's; waits for that of another gateway. */
    private Mono<Boolean> mine(CacheExchange cacheExchange, LookupResult found, CollapsedFetch fetch) {
        Mono<Boolean> needed = services.fetching().store().holds(cacheExchange.key(), found.variants());
        var handling = cacheExchange.rule().handling();
        if (services.fetching().claims() == FetchClaims.ALONE
                || handling.store().isPresent()
                || !fetch.joinable()) {
            return needed;
        }
        return needed.flatMap(still -> still
                ? services.fetching()
                        .claims()
                        .claim(cacheExchange.key(), cacheExchange.credentials())
                        .map(claim -> leads(claim, fetch))
                : Mono.just(false));
    }

    private static boolean leads(FetchClaims.Claim claim, CollapsedFetch fetch) {
        if (claim instanceof FetchClaims.Claim.Mine mine) {
            fetch.whenOver(mine.over());
            return true;
        }
        return !((FetchClaims.Claim.Made) claim).shared();
    }

    /** An initiator that leaves before its request is sent ends the fetch; it cannot leave if the store answers at once. */
    private static Mono<Void> unlessLeftBefore(
            CollapsedFetch fetch, Mono<Boolean> stillSo, Function<Boolean, Mono<Void>> then) {
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
                        fetch.end(new CollapsedFetchOutcome.InitiatorLeft());
                    }
                });
    }

    /** Forwards this request without collapsing. */
    Mono<Void> alone(CacheExchange cacheExchange, Optional<SelectedResponse> selection, Reason reason) {
        return lead(cacheExchange, selection, reason, CollapsedFetch.alone(stamp(cacheExchange)));
    }

    private EpochStamp stamp(CacheExchange cacheExchange) {
        return services.fetching().store().stamp(cacheExchange.resourceTags().stampOfResponse());
    }

    /** Validates a stored response while it is being served, unless that has just been done. */
    void inBackground(CacheExchange cacheExchange, SelectedResponse selection) {
        services.fetching()
                .fetches()
                .leadUnlessUnderWay(
                        cacheExchange.key(),
                        cacheExchange.credentials(),
                        stamp(cacheExchange),
                        fetch -> services.fetching()
                                .store()
                                .holds(cacheExchange.key(), Optional.of(selection.variants()))
                                .subscribe(still -> {
                                    if (still) {
                                        validate(cacheExchange, selection, fetch);
                                    } else {
                                        fetch.end(new CollapsedFetchOutcome.Superseded());
                                    }
                                }));
    }

    private void validate(CacheExchange cacheExchange, SelectedResponse selection, CollapsedFetch fetch) {
        new OriginFetch(
                        services,
                        cacheExchange,
                        Optional.of(selection),
                        Reason.HIT_STALE_WHILE_REVALIDATE,
                        FetchInitiator.background(fetch),
                        Context.empty())
                .start();
    }

    /** Sends the origin's response to the client, and stores it if no write invalidates it. */
    Mono<Void> record(
            CacheExchange cacheExchange, OriginResponseStream answer, StoredResponse response, EpochStamp stamp) {
        FetchInitiator initiator = FetchInitiator.of(CollapsedFetch.alone(stamp));
        new FillTransaction(services, cacheExchange, initiator, stamp, answer, response).start(false);
        return follow(cacheExchange, initiator, cacheExchange.report().reason());
    }

    private Mono<Void> follow(CacheExchange cacheExchange, FetchInitiator initiator, Reason reason) {
        cacheExchange.answer().atEnd(initiator::leave);
        return initiator.answering().flatMap(answering -> answer(cacheExchange, answering, reason));
    }

    private Mono<Void> lead(
            CacheExchange cacheExchange, Optional<SelectedResponse> selection, Reason reason, CollapsedFetch fetch) {
        return Mono.deferContextual(context -> {
            cacheExchange.report().forwarded(reason);
            FetchInitiator initiator = FetchInitiator.of(fetch);
            Context interim = InterimResponseRelay.towards(cacheExchange.nativeRequest(), Context.of(context));
            new OriginFetch(services, cacheExchange, selection, reason, initiator, interim).start();
            return follow(cacheExchange, initiator, reason);
        });
    }

    private Mono<Void> answer(CacheExchange cacheExchange, InitiatorResponse answering, Reason reason) {
        if (answering instanceof InitiatorResponse.PassOn passOn) {
            return passOn(cacheExchange, passOn.answer());
        }
        if (answering instanceof InitiatorResponse.AtHand atHand) {
            return responder.whole(cacheExchange, atHand.head().endToEnd(), atHand.content());
        }
        if (answering instanceof InitiatorResponse.Recorded recorded) {
            return responder.stream(
                    cacheExchange, recorded.head().endToEnd(), recorded.body().map(buffers(cacheExchange)::wrap));
        }
        if (answering instanceof InitiatorResponse.Confirmed confirmed) {
            return responder.forwarded(cacheExchange, confirmed.stored(), reason);
        }
        if (answering instanceof InitiatorResponse.Stale stale) {
            return responder.fromStore(cacheExchange, stale.stored(), stale.reason());
        }
        return Mono.error(((InitiatorResponse.Nothing) answering).error());
    }

    private Mono<Void> passOn(CacheExchange cacheExchange, OriginResponseStream answer) {
        ResponseHead head = answer.head().endToEnd();
        if (bodiless(cacheExchange, answer.head())) {
            return responder.headOnly(cacheExchange, head);
        }
        Optional<byte[]> content = answer.content();
        return content.isPresent()
                ? responder.whole(cacheExchange, head, ByteBuffer.wrap(content.get()))
                : responder.stream(cacheExchange, head, content(answer, buffers(cacheExchange)));
    }

    private static DataBufferFactory buffers(CacheExchange cacheExchange) {
        return cacheExchange.exchange().getResponse().bufferFactory();
    }

    /** Content of unknown length is flushed piece by piece; pieces left behind by a leaving client must need no release. */
    private static Flux<DataBuffer> content(OriginResponseStream answer, DataBufferFactory buffers) {
        return answer.announcedLength().isPresent()
                ? answer.body()
                : answer.copiedBody().map(buffers::wrap);
    }

    private static boolean bodiless(CacheExchange cacheExchange, ResponseHead head) {
        return cacheExchange.isHead() || head.status() == 204 || head.status() == 304;
    }
}
