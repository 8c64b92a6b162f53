package dev.larder.gateway.exchange;

import dev.larder.gateway.exchange.CollapsedFetches.Participation;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.http.HttpStatus;
import reactor.core.Disposable;
import reactor.core.Disposables;

/**
 * One client request, from its head to the end of its response: the engine's verdict about what is stored for it (RFC 9111 4),
 * carried out.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>left when</th></tr>
 * <tr><td>{@link State.LookingUp}</td><td>it begins; a fetch that it has joined is of no use for it; its own fetch turns out not
 * to be needed any more</td><td>the store has answered</td></tr>
 * <tr><td>{@link State.Joining}</td><td>an equal request is being made (collapsed forwarding)</td><td>that has an outcome, or
 * lasts too long</td></tr>
 * <tr><td>{@link State.Fetching}</td><td>it makes a request to the origin, and gets the response as it arrives</td><td>the
 * response is complete, or there is none</td></tr>
 * <tr><td>{@link State.Passing}</td><td>the same, for a request that the store has no part in</td><td>the same</td></tr>
 * <tr><td>{@link State.Over}</td><td>the response is sent, broken off, or the client has left</td><td></td></tr>
 * </table>
 *
 * <p>Everything runs on the loop of the client. The client gets exactly one response, complete or visibly cut, whatever becomes
 * of the origin, the store and other exchanges.
 */
public final class Exchange {

    private static final int ATTEMPTS_TOGETHER = 2;
    private static final GatewayProblem NOT_STORED = new GatewayProblem(
            HttpStatus.GATEWAY_TIMEOUT, "The request allows only a stored response, and none is usable.");

    private final ExchangeContext context;
    private final ExchangeRequest request;
    private final CacheReport report;
    private final ExchangeResponder responder;
    private State state = State.LOOKING_UP;
    private int attempt;

    private sealed interface State {

        State LOOKING_UP = new LookingUp();
        State OVER = new Over();

        record LookingUp() implements State {}

        record Joining(Disposable.Swap outcome, Disposable.Swap timeout) implements State {}

        record Fetching(Fetch fetch) implements State {}

        record Passing(PassThroughCall call) implements State {}

        record Over() implements State {}
    }

    /** Creates an exchange that has not begun. */
    public Exchange(ExchangeContext context, ClientPort client) {
        this.context = context;
        this.request = context.request();
        this.responder = new ExchangeResponder(context, client, () -> state = State.OVER);
        this.report = context.report();
    }

    /**
     * Begins with what is stored for the request.
     *
     * @param nanos duration of the lookup
     */
    public void begin(LookupResult found, long nanos) {
        attempt = 1;
        ReuseVerdict verdict = judge(found.variants(), !found.usable());
        if (verdict instanceof ReuseVerdict.Serve || verdict instanceof ReuseVerdict.ServeWhileRevalidating) {
            context.counter().isFirstTelling();
            found.entry().ifPresent(entry -> context.services().events().hit(request.route(), request.key(), entry));
        } else {
            context.services().events().forwarded(request.route(), nanos);
        }
        carryOut(found, verdict);
    }

    /** Called when the client has left before the end of its response. */
    public void clientLeft() {
        State was = state;
        if (was == State.OVER) {
            return;
        }
        state = State.OVER;
        if (!responder.isHeadSent()) {
            context.counter().left(report);
        }
        if (was instanceof State.Joining joining) {
            joining.timeout().dispose();
            joining.outcome().dispose();
        } else if (was instanceof State.Fetching fetching) {
            fetching.fetch().left();
        } else if (was instanceof State.Passing passing) {
            passing.call().cancel();
        }
    }

    /**
     * Called when the client keeps up again. What has been held back is delivered and flushed: nothing more may be received that
     * would flush it.
     */
    public void clientWritable() {
        State was = state;
        if (was instanceof State.Fetching fetching) {
            fetching.fetch().clientWritable();
        } else if (was instanceof State.Passing passing) {
            passing.call().clientWritable();
        }
        if (state == was && state != State.OVER) {
            responder.received();
        }
    }

    private ReuseVerdict judge(Optional<ResponseVariants> stored, boolean invalidated) {
        return Reuse.judge(request.head(), stored, invalidated, request.policy(), context.now());
    }

    private void tryAgain() {
        attempt++;
        lookUpAgain();
    }

    private void lookUpAgain() {
        state = State.LOOKING_UP;
        context.store()
                .find(request.key(), request.resourceTags()::stampOfResponse)
                .subscribe(found -> onLoop(State.LOOKING_UP, () -> {
                    ReuseVerdict verdict = judge(found.variants(), !found.usable());
                    if (verdict instanceof ReuseVerdict.Serve serve) {
                        tellShared(serve.stored());
                    } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
                        tellShared(serve.stored());
                    }
                    carryOut(found, verdict);
                }));
    }

    /** Runs an action on the loop, if the state is still the same then. */
    private void onLoop(State expected, Runnable action) {
        context.loop().run(() -> {
            if (state == expected) {
                action.run();
            }
        });
    }

    /** Another request has fetched the response meanwhile: this one waited for it, or now finds it stored. */
    private void tellShared(StoredResponse stored) {
        if (context.counter().isFirstTelling()) {
            context.services().events().shared(request.route(), request.key(), request.resourceTags(), stored);
        }
    }

    private void carryOut(LookupResult found, ReuseVerdict verdict) {
        if (found.fault()) {
            report.withoutStore();
        }
        if (verdict instanceof ReuseVerdict.Serve serve) {
            context.whenReusable().run();
            responder.serve(serve.stored(), serve.reason());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            validateInBackground(found.select(serve.stored()));
            responder.serve(serve.stored(), Reason.HIT_STALE_WHILE_REVALIDATE);
        } else if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            forward(found, Optional.of(found.select(revalidate.selected())), revalidate.reason());
        } else if (verdict instanceof ReuseVerdict.Forward forward) {
            forward(found, forward);
        } else {
            report.forwarded(((ReuseVerdict.Refuse) verdict).reason());
            responder.problem(NOT_STORED);
        }
    }

    private void forward(LookupResult found, ReuseVerdict.Forward forward) {
        if (forward.reason() == Reason.URI_MISS) {
            context.counter().nothingStored(request);
        }
        if (forward.reason().bypass()) {
            passThrough(forward.reason());
        } else if (forward.alone()) {
            lead(CollapsedFetch.alone(context.stamp()), Optional.empty(), forward.reason());
        } else {
            forward(found, Optional.empty(), forward.reason());
        }
    }

    /** Forwards without storing anything. */
    private void passThrough(Reason reason) {
        report.forwarded(reason);
        var call = new PassThroughCall(context, responder);
        state = new State.Passing(call);
        call.ask();
    }

    private void forward(LookupResult found, Optional<SelectedResponse> selection, Reason why) {
        Reason reason = found.unlessBarred(why);
        boolean together = request.rule().handling().collapse()
                && reason.collapsible()
                && !request.isHead()
                && !Reuse.forbidsStoring(request.head(), request.policy())
                && attempt <= ATTEMPTS_TOGETHER;
        if (!together) {
            lead(CollapsedFetch.alone(context.stamp()), selection, reason);
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
        State now = state;
        context.store()
                .holds(request.key(), found.variants())
                .subscribe(still -> context.loop().run(() -> {
                    if (state != now) {
                        shared.end(new CollapsedFetchOutcome.InitiatorLeft());
                    } else if (still) {
                        lead(shared, selection, reason);
                    } else {
                        shared.end(new CollapsedFetchOutcome.Superseded());
                        tryAgain();
                    }
                }));
    }

    private void lead(CollapsedFetch shared, Optional<SelectedResponse> selection, Reason reason) {
        report.forwarded(reason);
        var fetch = new Fetch(context, selection, shared, responder);
        state = new State.Fetching(fetch);
        fetch.start();
    }

    /** Validates a stored response while it is being served, unless that has just been done. */
    private void validateInBackground(SelectedResponse selection) {
        context.services()
                .fetches()
                .leadUnlessUnderWay(
                        request.key(),
                        request.credentials(),
                        context.stamp(),
                        shared -> context.store()
                                .holds(request.key(), Optional.of(selection.variants()))
                                .subscribe(still -> context.loop().run(() -> {
                                    if (still) {
                                        new Fetch(
                                                        context.inBackground(),
                                                        Optional.of(selection),
                                                        shared,
                                                        FetchInitiator.NONE)
                                                .start();
                                    } else {
                                        shared.end(new CollapsedFetchOutcome.Superseded());
                                    }
                                })));
    }

    private void join(Participation.Follower follower, Optional<SelectedResponse> selection, Reason reason) {
        var joining = new State.Joining(Disposables.swap(), Disposables.swap());
        state = joining;
        Consumer<CollapsedFetchOutcome> next = how -> onLoop(joining, () -> {
            joining.timeout().dispose();
            joining.outcome().dispose();
            followed(how, selection, reason);
        });
        joining.outcome().update(follower.outcome().subscribe(next));
        Runnable cancelTimeout = context.loop()
                .schedule(
                        context.services().limits().collapseTimeout(),
                        () -> next.accept(new CollapsedFetchOutcome.Released(Reason.ORIGIN_TIMEOUT)));
        joining.timeout().update(cancelTimeout::run);
    }

    private void followed(CollapsedFetchOutcome how, Optional<SelectedResponse> selection, Reason reason) {
        report.forwarded(reason);
        if (how instanceof CollapsedFetchOutcome.Completed completed) {
            report.collapsed();
            followed(completed.response(), reason);
        } else if (how instanceof CollapsedFetchOutcome.Streaming streaming) {
            // Only another adapter announces bodies that are not in the heap.
            streaming.leave().run();
            lead(CollapsedFetch.alone(context.stamp()), selection, reason);
        } else if (how instanceof CollapsedFetchOutcome.Released) {
            lead(CollapsedFetch.alone(context.stamp()), selection, reason);
        } else if (how instanceof CollapsedFetchOutcome.Superseded) {
            tryAgain();
        } else if (how instanceof CollapsedFetchOutcome.InitiatorLeft) {
            lookUpAgain();
        } else {
            followed((CollapsedFetchOutcome.Failed) how, selection);
        }
    }

    private void followed(StoredResponse response, Reason reason) {
        if (judge(Optional.of(ResponseVariants.of(response)), false) instanceof ReuseVerdict.Serve serve) {
            tellShared(serve.stored());
            responder.sendStored(serve.stored(), reason);
        } else {
            tryAgain();
        }
    }

    /** The response of an origin that has answered with an error is passed on: the request is made once more, at last alone. */
    private void followed(CollapsedFetchOutcome.Failed failed, Optional<SelectedResponse> selection) {
        Optional<Reason> stale = context.stale(selection, failed.failure());
        if (stale.isPresent()) {
            responder.serve(selection.orElseThrow().response(), stale.get());
        } else if (attempt < ATTEMPTS_TOGETHER || failed.failure() == Failure.SERVER_ERROR) {
            tryAgain();
        } else {
            responder.problem(GatewayProblem.of(failed.failure()));
        }
    }
}
