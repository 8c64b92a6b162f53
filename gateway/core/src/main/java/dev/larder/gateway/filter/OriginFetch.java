package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.BodyRecorder;
import dev.larder.gateway.exchange.CollapsedFetch;
import dev.larder.gateway.exchange.CollapsedFetchOutcome;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.gateway.exchange.RefetchComparison;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.rfc9111.HeadFreshening;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Validation;
import dev.larder.rfc9111.Validation.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * One request to the origin, and the processing of its response. It does not depend on the client that caused it.
 *
 * <table>
 * <caption>Events</caption>
 * <tr><th>event</th><th>next</th></tr>
 * <tr><td>304 that confirms the stored response</td><td>freshened and stored again (RFC 9111 4.3.4)</td></tr>
 * <tr><td>304 that selects no stored response</td><td>request repeated without conditions (4.3.3)</td></tr>
 * <tr><td>5xx or error, and a stale response may be served</td><td>that response (4.2.4)</td></tr>
 * <tr><td>error otherwise</td><td>failed, for all waiting requests</td></tr>
 * <tr><td>storable response (3)</td><td>{@link FillTransaction}, which takes over</td></tr>
 * <tr><td>other response</td><td>passed on to its own client; the others are released</td></tr>
 * <tr><td>all requests leave before the response</td><td>cancelled: at once if no other can join, else after
 * {@link #LINGER} if none has joined by then</td></tr>
 * </table>
 *
 * <p>Each outcome ends the {@link CollapsedFetch}, then answers the {@link FetchInitiator}; the first call on each counts.
 * There is no lock here: all fields are final, and those two objects decide races between a response and leaving clients.
 *
 * <p>{@link #start} runs on the thread that has looked up the request, usually the client's event loop. Responses and errors
 * arrive on the event loop of the origin's connection, {@link #freshened} ends on the thread that completes the store, and
 * the linger on a thread of {@link Schedulers#parallel}.
 *
 * <p>The stamp is that of the fetch, taken before the request is forwarded, so that no write in between is missed.
 */
final class OriginFetch {

    private static final int NOT_MODIFIED = 304;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;

    /** How long a request whose client has left continues, for requests that may still join. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final CacheServices services;
    private final CacheExchange cacheExchange;
    private final Optional<SelectedResponse> selection;
    private final CollapsedFetch fetch;
    private final FetchInitiator initiator;
    private final EpochStamp stamp;
    private final Reason why;
    private final ContextView context;
    private final RefetchComparison refetch;

    /**
     * Creates a fetch that has not begun.
     *
     * @param why why it is necessary
     */
    OriginFetch(
            CacheServices services,
            CacheExchange cacheExchange,
            Optional<SelectedResponse> selection,
            Reason why,
            FetchInitiator initiator,
            ContextView context) {
        this.services = services;
        this.cacheExchange = cacheExchange;
        this.selection = selection;
        this.fetch = initiator.flight();
        this.initiator = initiator;
        this.stamp = fetch.stamp();
        this.why = why;
        this.context = context;
        this.refetch = new RefetchComparison(
                services.extensions().events(),
                services.fetching().store(),
                services.fetching().clock(),
                cacheExchange.described(),
                selection);
    }

    /** Sends the request to the origin, with the stored response's validators if there is one. */
    void start() {
        selection.ifPresentOrElse(
                selected -> ask(
                        Validation.conditional(cacheExchange.request(), selected.variants(), selected.response()),
                        answer -> validated(answer, selected)),
                () -> ask(cacheExchange.request(), this::accept));
    }

    private void ask(RequestHead forward, Consumer<OriginResponseStream> then) {
        long asked = services.fetching().clock().nanos();
        CacheStepObservation span = cacheExchange.step(services.fetching().spans(), CacheStep.FETCH);
        Mono<OriginResponseStream> answering = services.fetching()
                .origin()
                .ask(cacheExchange.exchange(), cacheExchange.chain(), forward.fields())
                .contextWrite(span.around(context))
                .doOnNext(answer -> {
                    cacheExchange
                            .counting()
                            .traffic()
                            .fetched(services.fetching().clock().nanos() - asked);
                    span.ended(outcome(answer.head()), why);
                });
        Disposable.Swap asking = Disposables.swap();
        // Registered before the request is sent: a response that is there by then arrives on another thread.
        fetch.onGiveUp(() -> {
            if (fetch.joinable()) {
                Schedulers.parallel().schedule(() -> giveUpIfEmpty(asking), LINGER.toMillis(), TimeUnit.MILLISECONDS);
                return false;
            }
            asking.dispose();
            return true;
        });
        asking.update(span.around(why, answering).subscribe(then, this::failed));
    }

    private static StepOutcome outcome(ResponseHead head) {
        if (head.status() == NOT_MODIFIED) {
            return StepOutcome.CONFIRMED;
        }
        return head.status() >= SERVER_ERROR ? StepOutcome.SERVER_ERROR : StepOutcome.ANSWERED;
    }

    private void giveUpIfEmpty(Disposable.Swap asking) {
        Disposable begun = asking.get();
        boolean answered = begun != null && begun.isDisposed();
        if (!answered && fetch.closeIfEmpty()) {
            asking.dispose();
        }
    }

    private void validated(OriginResponseStream answer, SelectedResponse selected) {
        cacheExchange.report().originStatus(answer.head().status());
        Outcome outcome = Validation.judge(
                cacheExchange.request(),
                selected.variants(),
                selected.response(),
                answer.head(),
                cacheExchange.policy(),
                answer.reception());
        if (outcome instanceof Outcome.Freshened freshened) {
            answer.discard();
            refetch.confirmed();
            freshened(freshened, selected);
        } else if (outcome instanceof Outcome.Unusable) {
            answer.discard();
            ask(Validation.unconditional(cacheExchange.request()), again -> accept(again, false));
        } else if (outcome instanceof Outcome.ServerError) {
            whenOriginFails(selected, Failure.SERVER_ERROR)
                    .ifPresentOrElse(
                            reason -> {
                                answer.discard();
                                serveStale(
                                        selected.response(),
                                        reason,
                                        new CollapsedFetchOutcome.Failed(Failure.SERVER_ERROR));
                            },
                            () -> accept(answer));
        } else {
            accept(answer);
        }
    }

    private void freshened(Outcome.Freshened freshened, SelectedResponse selected) {
        cacheExchange.report().confirmed();
        EpochStamp confirmed = stampOf(freshened.after().head());
        if (!initiator.isBackground()) {
            services.extensions()
                    .events()
                    .fetched(cacheExchange.route(), cacheExchange.key(), freshened.after(), 0, confirmed);
        }
        CacheStepObservation storing = cacheExchange.step(services.fetching().spans(), CacheStep.STORE);
        fetch.brings(confirmed);
        Runnable deliver = () -> initiator.deliver(new InitiatorResponse.Confirmed(freshened.after()), () -> {});
        Disposable keeping = keep(freshened, selected, confirmed).subscribe(notStored -> {
            storing.stored(notStored);
            notStored.ifPresent(reason ->
                    cacheExchange.counting().notKept(cacheExchange.described(), reason, freshened.after(), stamp));
            boolean shared = freshened.stored().isPresent() && notStored.isEmpty();
            fetch.end(
                    shared
                            ? new CollapsedFetchOutcome.Completed(freshened.after())
                            : new CollapsedFetchOutcome.Released(notStored.orElse(Reason.REVALIDATED)));
            deliver.run();
        });
        // In-memory stores have completed by now and need no timer.
        if (!keeping.isDisposed()) {
            Schedulers.parallel().schedule(deliver, BodyRecorder.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A confirmed response that a write had invalidated is stored anew, without variants that the origin has not confirmed. */
    private Mono<Optional<Reason>> keep(Outcome.Freshened freshened, SelectedResponse selected, EpochStamp confirmed) {
        boolean renewed =
                freshened.stored().isPresent() && !services.fetching().store().usable(selected.stamp());
        return renewed
                ? services.fetching()
                        .store()
                        .add(cacheExchange.key(), freshened.after(), cacheExchange.policy(), confirmed, 0)
                : services.fetching()
                        .store()
                        .replace(
                                cacheExchange.key(),
                                selected.variants(),
                                freshened.stored(),
                                cacheExchange.policy(),
                                confirmed);
    }

    private EpochStamp stampOf(ResponseHead head) {
        Set<CacheTag> tags = services.fetching()
                .originTags()
                .ofResponse(cacheExchange.resourceTags().origin(), head.fields());
        return tags.isEmpty() ? stamp : stamp.and(EpochStamp.of(stamp.epoch(), tags));
    }

    private void accept(OriginResponseStream answer) {
        accept(answer, cacheExchange.conditional());
    }

    /** @param conditional whether a 304 can answer the request as it was sent */
    private void accept(OriginResponseStream answer, boolean conditional) {
        if (answer.head().status() == NOT_MODIFIED && !conditional) {
            answer.discard();
            failed(new IOException("The origin answered 304 to a request without a condition."));
            return;
        }
        if (cacheExchange.isHead()) {
            freshenByHead(answer);
        }
        StoreVerdict verdict =
                Storability.judge(cacheExchange.request(), answer.head(), cacheExchange.policy(), answer.reception());
        if (verdict instanceof StoreVerdict.DoNotStore no) {
            passOn(answer, no.reason());
        } else if (!services.fetching().limits().bears(answer.announcedLength(), cacheExchange.rule())) {
            passOn(answer, Reason.TOO_LARGE);
        } else if (verdict instanceof StoreVerdict.Store store) {
            new FillTransaction(services, cacheExchange, initiator, stampOf(answer.head()), answer, store.response())
                    .whenRecorded(body -> refetch.brought(answer.head(), body))
                    .start(selection.isPresent());
        }
    }

    private void passOn(OriginResponseStream answer, Reason reason) {
        cacheExchange.report().notStored(reason);
        cacheExchange.counting().traffic().notStored(reason);
        if (reason.isOfResponse() && answer.head().status() < CLIENT_ERROR) {
            cacheExchange.setUnshareable(services.fetching().fetches());
        }
        fetch.end(new CollapsedFetchOutcome.Released(reason));
        initiator.deliver(new InitiatorResponse.PassOn(answer), answer::discard);
    }

    private void freshenByHead(OriginResponseStream answer) {
        services.fetching()
                .store()
                .find(cacheExchange.key(), cacheExchange.resourceTags()::stampOfResponse)
                .flatMap(found -> Mono.justOrEmpty(found.variants()))
                .flatMap(stored -> services.fetching()
                        .store()
                        .replace(
                                cacheExchange.key(),
                                stored,
                                HeadFreshening.apply(
                                        cacheExchange.request(),
                                        answer.head(),
                                        stored,
                                        cacheExchange.policy(),
                                        answer.reception()),
                                cacheExchange.policy(),
                                stampOf(answer.head())))
                .subscribe();
    }

    private void failed(Throwable error) {
        Optional<Failure> failure = GatewayProblem.failure(error);
        Optional<Reason> stale = failure.flatMap(how -> selection.flatMap(selected -> whenOriginFails(selected, how)));
        var failed = new CollapsedFetchOutcome.Failed(failure.orElse(Failure.CONNECTION), Optional.of(error));
        if (stale.isPresent()) {
            serveStale(selection.orElseThrow().response(), stale.get(), failed);
            return;
        }
        fetch.end(failed);
        initiator.deliver(new InitiatorResponse.Nothing(error), () -> {});
    }

    private void serveStale(StoredResponse stored, Reason reason, CollapsedFetchOutcome.Failed failed) {
        fetch.end(failed);
        initiator.deliver(new InitiatorResponse.Stale(stored, reason), () -> {});
    }

    private Optional<Reason> whenOriginFails(SelectedResponse selected, Failure failure) {
        return selected.whenOriginFails(
                services.fetching().store(),
                cacheExchange.described(),
                failure,
                services.fetching().clock().steady());
    }
}
