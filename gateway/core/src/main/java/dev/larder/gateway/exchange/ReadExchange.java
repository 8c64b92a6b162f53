package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.exchange.CollapsedFetches.Participation;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.store.LookupResult;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * One client request, from its head to the end of its response: the engine's verdict about what is stored for it (RFC 9111 4),
 * carried out. The answer to a write is sent by one, too.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>left when</th></tr>
 * <tr><td>{@link ExchangeState.LookingUp}</td><td>it begins; a fetch that it has joined is of no use for it; its own fetch turns out not
 * to be needed any more</td><td>the store has answered, and opened the body if that is not in the heap</td></tr>
 * <tr><td>{@link ExchangeState.Claiming}</td><td>it would make a request to the origin</td><td>the store, asked once more, tells whether it is needed, and this gateway's</td></tr>
 * <tr><td>{@link ExchangeState.Joining}</td><td>an equal request is made (collapsed forwarding)</td><td>that is over, or too late</td></tr>
 * <tr><td>{@link ExchangeState.Fetching}, or {@link ExchangeState.Passing} if the store has no part in it</td><td>it makes a request to
 * the origin, and gets the response as it arrives</td><td>the response is complete, or there is none</td></tr>
 * <tr><td>{@link ExchangeState.Slicing}</td><td>slices of it are stored</td><td>as before; it is to be fetched after all</td></tr>
 * <tr><td>{@link ExchangeState.Over}</td><td>the response is sent, broken off, or the client has left</td><td></td></tr>
 * </table>
 *
 * <p>Everything runs on the loop of the exchange. The client gets exactly one response, complete or visibly cut, whatever becomes of the
 * origin, the store and other exchanges.
 */
public final class ReadExchange {

    private static final int ATTEMPTS_TOGETHER = 2;

    private final ExchangeContext context;
    private final ExchangeRequest request;
    private final ExchangeState.Current progress;
    private final ExchangeResponder responder;
    private @Nullable Disposable lookup;
    private int attempt = 1;
    private boolean lookedUp;

    /** Creates an exchange that has not begun. */
    public ReadExchange(ExchangeContext context, ClientPort client) {
        this.context = context;
        this.request = context.request();
        this.progress = new ExchangeState.Current(context, client, this::bodyGone);
        this.responder = progress.responder();
    }

    /** Begins with what is stored for the request. */
    public void begin() {
        if (!progress.isOver()) {
            lookUp();
        }
    }

    /** Begins with a request to the origin, whatever is stored, whose response may be stored. */
    public void beginRefreshing(Reason reason) {
        if (!progress.isOver()) {
            progress.fetch(Optional.empty(), reason).start();
        }
    }

    /**
     * Begins with the response to an unsafe request that is valid for GET (RFC 9110 9.3.3). Its {@link OriginPort} has it already.
     *
     * @param asked when the request was made
     */
    public void beginAnswered(EpochStamp stamp, Instant asked) {
        boolean gone = progress.isOver();
        var fetch = new Fetch(context, Optional.empty(), CollapsedFetch.alone(stamp), responder);
        progress.enter(new ExchangeState.Fetching(fetch));
        fetch.startAnswered(asked);
        if (gone) {
            clientLeft();
        }
    }

    /** Begins with the response to a request that the store has no part in. */
    public void beginPassing() {
        var call = new OriginRequestTracker(context.origin(), context.services().clock()::nanos, responder);
        progress.enter(new ExchangeState.Passing(call));
        call.ask(request.head());
    }

    /** Returns what sends the response, if its client has not left. */
    public ExchangeResponder responder() {
        return responder;
    }

    /** Called when the client has left before the end of its response. */
    public void clientLeft() {
        ExchangeState was = progress.state();
        if (was != ExchangeState.OVER) {
            progress.enter(ExchangeState.OVER);
            responder.clientLeft();
            leave(was);
        }
    }

    /** Called after a fault of the gateway itself: the response is broken off. */
    public void fault(Throwable fault) {
        ExchangeState was = progress.state();
        responder.fault(fault);
        leave(was);
    }

    private void leave(ExchangeState was) {
        was.leave();
        boolean mayLookUp = was == ExchangeState.LOOKING_UP || was == ExchangeState.OVER;
        if (mayLookUp && lookup != null) {
            lookup.dispose();
        }
    }

    /** Called when the client keeps up again: what has been held back is delivered and flushed, as nothing more may be received. */
    public void clientWritable() {
        ExchangeState was = progress.state();
        responder.clientWritable();
        was.clientWritable();
        if (progress.state() == was && !progress.isOver()) {
            responder.received();
        }
    }

    private void tryAgain() {
        attempt++;
        lookUp();
    }

    private void lookUp() {
        progress.enter(ExchangeState.LOOKING_UP);
        CacheStepObservation step = context.hooks().step(CacheStep.LOOKUP);
        Disposable begun = step.around(Reason.STORE_FAULT, StoreLookup.of(context))
                .subscribe(
                        found -> context.loop().run(() -> {
                            if (progress.state() == ExchangeState.LOOKING_UP) {
                                guarded(() -> decide(step, found));
                            } else {
                                StoreLookup.abandon(step);
                            }
                        }),
                        error -> onLoop(ExchangeState.LOOKING_UP, () -> responder.failed(error)));
        if (!begun.isDisposed()) {
            lookup = begun;
        }
    }

    private void decide(CacheStepObservation step, StoreLookup complete) {
        LookupResult found = complete.found();
        ReuseVerdict verdict = context.judge(found.variants(), !found.isUsable());
        complete.ended(step, verdict);
        if (found.hasFault()) {
            context.report().withoutStore();
        }
        if (lookedUp) {
            StoreLookup.served(verdict).ifPresent(context::tellShared);
        } else {
            complete.tell(context, verdict);
            lookedUp = true;
            context.hooks().lookedUp(StoreLookup.isFresh(verdict));
        }
        Optional<StoredRanges> slices = StoredRanges.of(context, found, verdict, attempt == 1);
        if (slices.isPresent()) {
            new SlicedExchange(context, progress, instead -> carryOut(found, instead), this::tryAgain)
                    .carryOut(slices.get(), verdict);
        } else {
            carryOut(found, verdict);
        }
    }

    /** Runs an action on the loop, if the state is still the same then. */
    private void onLoop(ExchangeState expected, Runnable action) {
        context.loop().run(() -> {
            if (progress.state() == expected) {
                guarded(action);
            }
        });
    }

    /** Nobody would know what a publisher's subscriber throws. */
    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException fault) {
            fault(fault);
        }
    }

    /** Carries a verdict out as if there were no slices. */
    private void carryOut(LookupResult found, ReuseVerdict verdict) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            serve(found, serve);
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            BackgroundValidation.begin(context, SelectedResponse.of(found, serve.stored()));
            responder.serve(serve.stored(), serve.reason(), this::bodyGone);
        } else if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            forward(found, Optional.of(SelectedResponse.of(found, revalidate.selected())), revalidate.reason());
        } else if (verdict instanceof ReuseVerdict.Forward forward) {
            forward(found, forward);
        } else {
            context.report().forwarded(((ReuseVerdict.Refuse) verdict).reason());
            responder.problem(GatewayProblem.NOT_STORED);
        }
    }

    private void serve(LookupResult found, ReuseVerdict.Serve serve) {
        context.hooks().reusable(true);
        Runnable send = () -> responder.serve(serve.stored(), serve.reason(), this::bodyGone);
        if (serve.reason() == Reason.HIT && !request.isHead()) {
            context.hooks()
                    .serve(SelectedResponse.of(found, serve.stored()), () -> onLoop(ExchangeState.LOOKING_UP, send));
        } else {
            send.run();
        }
    }

    /** A stored body that cannot be read is dropped and counts as a miss. */
    private void bodyGone() {
        progress.enter(ExchangeState.LOOKING_UP);
        Mono<Void> dropped = context.store().drop(request.key());
        dropped.subscribe(done -> {}, error -> {}, () -> onLoop(ExchangeState.LOOKING_UP, this::tryAgain));
    }

    private void forward(LookupResult found, ReuseVerdict.Forward forward) {
        if (forward.reason() == Reason.URI_MISS) {
            context.counter().nothingStored(request);
        }
        if (forward.reason().isBypass()) {
            passThrough(forward.reason());
        } else if (forward.alone()) {
            forwardAlone(forward.reason());
        } else {
            forward(found, Optional.empty(), forward.reason());
        }
    }

    /** A request for a part of the response does not wait for the whole, but joins one that is arriving. */
    private void forwardAlone(Reason reason) {
        boolean joins = attempt == 1 && request.mayWaitForAnother();
        Optional<CollapsedFetchOutcome.Streaming> arriving =
                joins ? context.services().fetches().landing(request.key(), request.credentials()) : Optional.empty();
        arriving.ifPresentOrElse(
                streaming -> goOnAfter(streaming, Optional.empty(), reason),
                () -> progress.fetch(Optional.empty(), reason).start());
    }

    /** Forwards without storing anything. */
    private void passThrough(Reason reason) {
        context.report().forwarded(reason);
        if (context.hooks().tryPassThrough(reason)) {
            progress.enter(ExchangeState.OVER);
        } else {
            beginPassing();
        }
    }

    private void forward(LookupResult found, Optional<SelectedResponse> selection, Reason why) {
        Reason reason = found.unlessBarred(why);
        boolean together = request.mayWaitForAnother()
                && reason.isCollapsible()
                && !request.isHead()
                && !Reuse.isStoringForbidden(request.head(), request.policy())
                && attempt <= ATTEMPTS_TOGETHER;
        if (!together) {
            progress.fetch(selection, reason).start();
            return;
        }
        Participation participation =
                context.services().fetches().join(request.key(), request.credentials(), context.stamp());
        if (participation instanceof Participation.Follower follower) {
            join(follower, selection, reason);
        } else {
            leadIfNeeded(found, ((Participation.Initiator) participation).fetch(), selection, reason);
        }
    }

    /** A fetch may have ended since the lookup, and have stored its response, before this one began. */
    private void leadIfNeeded(
            LookupResult found, CollapsedFetch shared, Optional<SelectedResponse> selection, Reason reason) {
        var claiming = new ExchangeState.Claiming(shared, Disposables.swap());
        progress.enter(claiming);
        claiming.claim()
                .update(context.isFetchNeeded(found, shared)
                        .subscribe(still -> onLoop(claiming, () -> {
                            if (still) {
                                progress.fetch(shared, selection, reason).start();
                            } else {
                                shared.end(new CollapsedFetchOutcome.Superseded());
                                tryAgain();
                            }
                        })));
    }

    private void join(Participation.Follower follower, Optional<SelectedResponse> selection, Reason reason) {
        var joining = new ExchangeState.Joining(Disposables.composite());
        progress.enter(joining);
        EarlyHintsSender.send(context, selection, responder);
        Consumer<CollapsedFetchOutcome> next = how -> context.loop().run(() -> {
            if (progress.state() == joining) {
                joining.waiting().dispose();
                guarded(() -> goOnAfter(how, selection, reason));
            } else if (how instanceof CollapsedFetchOutcome.Streaming streaming) {
                streaming.leave().run();
            }
        });
        joining.waiting().add(follower.outcome().subscribe(next));
        joining.waiting()
                .add(context.loop()
                        .schedule(
                                context.services().limits().collapseTimeout(),
                                () -> next.accept(new CollapsedFetchOutcome.Released(Reason.ORIGIN_TIMEOUT)))::run);
    }

    private void goOnAfter(CollapsedFetchOutcome how, Optional<SelectedResponse> selection, Reason reason) {
        context.report().forwarded(reason);
        if (how instanceof CollapsedFetchOutcome.Completed completed) {
            context.report().collapsed();
            answerShared(completed.response(), reason, () -> {});
        } else if (how instanceof CollapsedFetchOutcome.Streaming streaming && !streaming.canAnswer(request.head())) {
            streaming.leave().run();
            progress.fetch(selection, reason).start();
        } else if (how instanceof CollapsedFetchOutcome.Streaming streaming) {
            context.report().collapsed();
            answerShared(streaming.response(), reason, streaming.leave());
        } else if (how instanceof CollapsedFetchOutcome.Released) {
            progress.fetch(selection, reason).start();
        } else if (how instanceof CollapsedFetchOutcome.Superseded) {
            tryAgain();
        } else if (how instanceof CollapsedFetchOutcome.InitiatorLeft) {
            lookUp();
        } else {
            afterFailure((CollapsedFetchOutcome.Failed) how, selection);
        }
    }

    /** @param leave leaves the fetch that receives the response: when this client has got it, or at once if it is not for it */
    private void answerShared(StoredResponse response, Reason reason, Runnable leave) {
        progress.enter(ExchangeState.LOOKING_UP);
        if (context.judge(Optional.of(ResponseVariants.of(response)), false) instanceof ReuseVerdict.Serve serve) {
            context.tellShared(serve.stored());
            responder.sendStored(serve.stored(), reason, () -> onLoop(ExchangeState.LOOKING_UP, this::tryAgain));
            responder.atEnd(leave);
        } else {
            leave.run();
            tryAgain();
        }
    }

    /**
     * After a server error the request is made once more, from the third attempt on alone, so that its response is the
     * origin's own; after any other failure once more together.
     */
    private void afterFailure(CollapsedFetchOutcome.Failed failed, Optional<SelectedResponse> selection) {
        Optional<Reason> stale = context.stale(selection, failed.failure());
        if (stale.isPresent()) {
            progress.enter(ExchangeState.LOOKING_UP);
            responder.serve(selection.orElseThrow().response(), stale.get(), this::bodyGone);
        } else if (attempt < ATTEMPTS_TOGETHER || failed.failure() == Failure.SERVER_ERROR) {
            tryAgain();
        } else {
            responder.failed(failed.cause());
        }
    }
}
