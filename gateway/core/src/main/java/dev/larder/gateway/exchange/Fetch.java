package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Validation;
import dev.larder.rfc9111.Validation.Outcome;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One request to the origin, and what its response does to the store. It belongs to the exchange that began it, and to those that
 * have joined its {@link CollapsedFetch}; each may leave at any time.
 *
 * <table>
 * <caption>States of the response</caption>
 * <tr><th>state</th><th>entered when</th><th>its octets</th><th>if all have left</th></tr>
 * <tr><td>awaited</td><td>the request is made; again, without conditions, after a 304 that confirms nothing stored (RFC 9111
 * 4.3.3)</td><td></td><td>cancelled: at once if nobody can join, else after {@link FetchAttempt.Participants#LINGER} if nobody has joined by then</td></tr>
 * <tr><td>passed on</td><td>it is not to be stored</td><td>go to the initiator</td><td>cancelled</td></tr>
 * <tr><td>recorded</td><td>it may be stored (3)</td><td>see {@link FetchRecording}</td><td>cancelled, unless nearly
 * complete; if they have left before its head, after {@link FetchAttempt.Participants#LINGER}</td></tr>
 * <tr><td>drained</td><td>it confirms the stored response (4.3.4), or that is served stale instead (4.2.4)</td><td>are dropped; a
 * long rest is cancelled</td><td></td></tr>
 * </table>
 *
 * <p>All of this runs on the loop of the initiator's exchange ({@link ExchangeLoop}). The stamp is taken before the request is made, so that no write in
 * between is missed.
 */
final class Fetch implements FetchAttempt.Listener {

    /** Why the response that a client gets is not for others, who get another. */
    private static final Set<Reason> OF_ONE_CLIENT =
            EnumSet.of(Reason.AUTHORIZATION, Reason.SET_COOKIE, Reason.RESPONSE_CHANGED);

    private static final int NOT_MODIFIED = 304;
    private static final int CLIENT_ERROR = 400;

    private final ExchangeContext context;
    private final Optional<SelectedResponse> selection;
    private final CollapsedFetch shared;
    private final RefetchComparison refetch;
    private final FetchAttempt.Participants participants;
    private RequestHead asked;
    private @Nullable BiConsumer<ResponseHead, ReceptionTimes> whenConfirmed;
    private BiConsumer<ResponseHead, ReceptionTimes> observer = (head, when) -> {};

    /**
     * Creates a fetch that has not begun.
     *
     * @param selection stored response to be validated; empty if there is none
     * @param shared where other exchanges join
     * @param initiator the exchange that it is begun for
     */
    Fetch(
            ExchangeContext context,
            Optional<SelectedResponse> selection,
            CollapsedFetch shared,
            FetchInitiator initiator) {
        this.context = context;
        this.selection = selection;
        this.shared = shared;
        this.asked = context.request().head();
        this.refetch = new RefetchComparison(
                context.services().events(), context.store(), context.services().clock(), context.request(), selection);
        this.participants = new FetchAttempt.Participants(
                context.loop(),
                shared,
                initiator,
                new FetchAttempt(this, context, selection.isPresent(), context.now(), true));
    }

    /** Makes the request, with the validators of the stored response if there is one (RFC 9111 4.3.1). */
    void start() {
        ExchangeRequest request = context.request();
        participants.ask(selection.isPresent() ? selection.get().validating(context.store(), request) : request.head());
        EarlyHintsSender.send(context, selection, participants.initiator());
    }

    /**
     * Receives a response that its {@link OriginPort} has already.
     *
     * @param asked when the request was made
     */
    void startAnswered(Instant asked) {
        participants.expect(new FetchAttempt(this, context, false, asked, false));
        participants.ask(context.request().head());
    }

    /** Makes the client's own request; the observer is told of the head of its response first. */
    void startObserved(BiConsumer<ResponseHead, ReceptionTimes> told) {
        observer = told;
        start();
    }

    /**
     * Makes a conditional request in place of the client's.
     *
     * @param confirmed called with a 304, which ends the fetch; the response to the client is then begun by others
     */
    void startValidating(RequestHead head, BiConsumer<ResponseHead, ReceptionTimes> confirmed) {
        whenConfirmed = confirmed;
        asked = head;
        participants.ask(head);
    }

    /** Called when the initiator's client has left, or has its response; perhaps more than once. */
    void left() {
        participants.leave();
    }

    /** Called when the initiator's client keeps up again, or there is room for more. */
    void resume() {
        participants.resume();
    }

    @Override
    public void onInterim(ResponseHead head) {
        participants.initiator().interim(head);
    }

    @Override
    public void onHead(FetchAttempt from, ResponseHead received) {
        ResponseHead head = context.request().rule().handling().fields().apply(received);
        BiConsumer<ResponseHead, ReceptionTimes> confirmed = whenConfirmed;
        boolean confirms = head.status() == NOT_MODIFIED && (confirmed != null || from.isValidating());
        if (confirms && context.origin().obstacle().isPresent()) {
            askUnconditionally(from);
        } else if (confirms && confirmed != null) {
            from.drain();
            shared.end(new CollapsedFetchOutcome.Released(Reason.NOT_MODIFIED));
            confirmed.accept(head, from.reception());
        } else if (from.isValidating()) {
            validated(from, head);
        } else {
            accept(from, head);
        }
    }

    private void validated(FetchAttempt from, ResponseHead head) {
        SelectedResponse selected = selection.orElseThrow();
        context.report().originStatus(head.status());
        Outcome outcome = selected.judge(context.request(), from.isConditional(), head, from.reception());
        if (outcome instanceof Outcome.Freshened freshened) {
            from.drain();
            refetch.confirmed();
            freshened(freshened, selected);
        } else if (outcome instanceof Outcome.Unusable unusable) {
            context.report().unusable(unusable.reason());
            askUnconditionally(from);
        } else if (outcome instanceof Outcome.ServerError
                && staleWhen(Failure.SERVER_ERROR).isPresent()) {
            from.drain();
            serveStale(
                    staleWhen(Failure.SERVER_ERROR).orElseThrow(),
                    new CollapsedFetchOutcome.Failed(Failure.SERVER_ERROR));
        } else {
            accept(from, head);
        }
    }

    /** A response that is refreshed ahead stays as it is. */
    private Optional<Reason> staleWhen(Failure failure) {
        boolean fresh =
                participants.isBackground() && selection.filter(this::isFresh).isPresent();
        return fresh ? Optional.of(Reason.HIT) : context.stale(selection, failure);
    }

    /** The 304 confirms nothing that is stored: it answers another request, or names another response. */
    private void askUnconditionally(FetchAttempt from) {
        from.drain();
        whenConfirmed = null;
        var unconditional = new FetchAttempt(this, context, false, context.now(), true);
        participants.expect(unconditional);
        unconditional.ask(Validation.unconditional(context.request().head()));
    }

    private boolean isFresh(SelectedResponse selected) {
        return selected.response().isFresh(context.now()) && context.store().isUsable(selected.stamp());
    }

    private void freshened(Outcome.Freshened freshened, SelectedResponse selected) {
        context.report().confirmed();
        ExchangeRequest request = context.request();
        EpochStamp confirmed =
                context.confirmed(shared.stamp(), freshened.after().head(), selected.stamp());
        if (!participants.isBackground()) {
            context.services().events().fetched(request.route(), request.key(), freshened.after(), 0, confirmed);
        }
        shared.brings(confirmed);
        CacheStepObservation step = context.hooks().step(CacheStep.STORE);
        context.deliverOnceStored(
                keep(freshened, selected, confirmed),
                notStored -> {
                    step.stored(notStored);
                    notStored.ifPresent(
                            reason -> context.counter().notKept(request, reason, freshened.after(), shared.stamp()));
                    boolean kept = freshened.stored().isPresent() && notStored.isEmpty();
                    shared.end(
                            kept
                                    ? new CollapsedFetchOutcome.Completed(freshened.after())
                                    : new CollapsedFetchOutcome.Released(notStored.orElse(Reason.NOT_MODIFIED)));
                },
                () -> participants.initiator().stored(freshened.after()));
    }

    /** A confirmed response that a write had invalidated is stored anew, without variants that the origin has not confirmed. */
    private Mono<Optional<Reason>> keep(Outcome.Freshened freshened, SelectedResponse selected, EpochStamp confirmed) {
        ExchangeRequest request = context.request();
        boolean renewed = freshened.stored().isPresent() && !context.store().isUsable(selected.stamp());
        return renewed
                ? context.add(context.keyOf(freshened.after()), freshened.after(), confirmed, 0)
                : context.store()
                        .replace(request.key(), selected.variants(), freshened.stored(), request.policy(), confirmed);
    }

    private void accept(FetchAttempt from, ResponseHead head) {
        ExchangeRequest request = context.request();
        if (head.status() == NOT_MODIFIED && !from.isConditional()) {
            from.drain();
            onFailure(new IOException("The origin answered 304 to a request without a condition."));
            return;
        }
        Optional<Reason> forbidden = context.origin().obstacle();
        if (forbidden.isPresent()) {
            passOn(from, head, forbidden.get());
            return;
        }
        if (request.isHead()) {
            context.freshenByHead(head, from.reception(), context.stampOf(shared.stamp(), head));
        }
        if (recordSlices(from, head)) {
            return;
        }
        StoreVerdict verdict = Storability.judge(request.head(), head, request.policy(), from.reception());
        ContentMemory.Claim memory = context.memory().claim();
        Optional<Reason> obstacle = RecordingObstacle.of(head, verdict, context, memory);
        if (obstacle.isPresent()) {
            passOn(from, head, obstacle.get());
        } else {
            record(from, head, ((StoreVerdict.Store) verdict).response(), memory);
        }
    }

    private void record(FetchAttempt from, ResponseHead head, StoredResponse storable, ContentMemory.Claim memory) {
        var what = new RecordedResponse(head, storable, context.stampOf(shared.stamp(), head), from.cost());
        var recording = new FetchRecording(participants, context, what, memory, from.isAtHand(), refetch);
        from.to(recording);
        recording.begin(selection.isPresent());
    }

    /** Stores a part of the whole as such; returns false if the response is none, or must not be. */
    private boolean recordSlices(FetchAttempt from, ResponseHead head) {
        observer.accept(head, from.reception());
        ExchangeRequest request = context.request();
        int size = context.services().limits().sliceSize(request.rule());
        Optional<SlicedRepresentation> sliced = size == 0
                ? Optional.empty()
                : SlicedRepresentation.received(asked, head, request.policy(), from.reception());
        if (sliced.isEmpty()) {
            return false;
        }
        EpochStamp stamp = context.stampOf(shared.stamp(), head);
        shared.brings(stamp);
        shared.end(new CollapsedFetchOutcome.Released(Reason.PARTIAL_CONTENT));
        var fetched = new SliceRecorder.Fetched(
                SlicedRepresentation.rangeOf(head).orElseThrow(), stamp, from.cost(), context.now());
        var store = new SliceStore(context.store(), request, sliced.get(), size);
        var recording = new SliceRecording(
                participants,
                context,
                new SliceRecorder(
                        store, context.loop(), fetched, context.memory().claim()));
        from.to(recording);
        recording.begin(head);
        return true;
    }

    private void passOn(FetchAttempt from, ResponseHead head, Reason reason) {
        CacheReport report = context.report();
        report.notStored(reason);
        context.counter().traffic().notStored(reason);
        boolean ofAll = reason.isOfResponse() || reason.isOfLateFilter() || reason == Reason.INCREMENTAL;
        if (ofAll && head.status() < CLIENT_ERROR) {
            context.services().fetches().noteUnshareable(context.request());
        }
        shared.end(new CollapsedFetchOutcome.Released(reason));
        if (participants.initiator() == FetchInitiator.NONE) {
            from.drain();
            if (OF_ONE_CLIENT.contains(reason)) {
                selection.ifPresent(
                        stale -> context.services().fetches().refreshBackoff().refused(context.request(), stale));
            }
        } else {
            from.to(new PassedOnResponse(participants, head, from.isAtHand()));
        }
    }

    @Override
    public void onFailure(Throwable error) {
        Optional<Failure> failure = GatewayProblem.failure(error);
        Optional<Reason> stale = failure.flatMap(this::staleWhen);
        var outcome = new CollapsedFetchOutcome.Failed(failure.orElse(Failure.CONNECTION), Optional.of(error));
        if (stale.isPresent()) {
            serveStale(stale.get(), outcome);
            return;
        }
        shared.end(outcome);
        participants.initiator().failed(error);
    }

    private void serveStale(Reason reason, CollapsedFetchOutcome.Failed outcome) {
        shared.end(outcome);
        participants.initiator().stale(selection.orElseThrow().response(), reason);
    }
}
