package dev.larder.gateway.write;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

/**
 * The life of one unsafe request, whoever sends it: it is forwarded behind its {@link WriteFence}, and its response is released when
 * everything that it makes wrong is invalidated (RFC 9111 4.4). Content that is not received yet is streamed: the fence is then up
 * before the origin has the end of it.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>if the client leaves</th></tr>
 * <tr><td>FENCING</td><td>it begins</td><td>nothing is sent</td></tr>
 * <tr><td>FORWARDED</td><td>its fence is up, or its content is streamed</td><td>ABANDONED</td></tr>
 * <tr><td>PASSED_ON</td><td>what was to answer it in place of its origin passes it on: another life settles it</td><td>cancelled</td></tr>
 * <tr><td>ABANDONED</td><td>its client has left: the response is awaited for a while, if the origin may have the request, as only
 * that tells what has changed</td><td></td></tr>
 * <tr><td>SETTLING</td><td>the head of the response has arrived, or there is none</td><td>the invalidation is completed, and the
 * rest of the response cancelled</td></tr>
 * <tr><td>FAILING</td><td>there is no response, or it has failed before it was released</td><td>the invalidation is completed</td></tr>
 * <tr><td>ANSWERING, REFUSED</td><td>that has taken effect: the response is released; a status of an error refuses</td><td>its sender
 * decides</td></tr>
 * <tr><td>FAILED</td><td>there is no response</td><td></td></tr>
 * <tr><td>GIVEN_UP</td><td>nobody waits for the response any more</td><td></td></tr>
 * </table>
 *
 * <p>Any thread may call any method; what follows the fence or the invalidation runs where the executor runs it.
 */
public final class WriteLifecycle {

    private static final int ERROR = 400;
    private static final Set<State> ELSEWHERE = EnumSet.of(State.REFUSED, State.FAILED, State.GIVEN_UP);

    private final WriteFence fence;
    private final Executor loop;
    private final Sender sender;
    private final boolean inPlace;
    private final Disposable.Swap waiting = Disposables.swap();
    private final AtomicReference<State> state = new AtomicReference<>(State.FENCING);
    private volatile @Nullable UploadContent streamed;

    private enum State {
        FENCING,
        FORWARDED,
        PASSED_ON,
        ABANDONED,
        SETTLING,
        FAILING,
        ANSWERING,
        REFUSED,
        FAILED,
        GIVEN_UP
    }

    /** Sends the request, and answers its client. */
    public interface Sender {

        /** Sends the request. */
        void forward();

        /** Cancels the request, or the rest of its response: nobody waits for it. */
        void cancel();

        /** Releases the response: what the write has changed is invalid. */
        void release(EpochChange change);

        /** Answers a request to which there is no response. */
        void fail(Throwable error);

        /** Ends the request after a fault of the gateway itself. */
        void fault(RuntimeException fault);
    }

    /**
     * The stamp by which the response to an unsafe request is stored, if it declares itself valid for GET (RFC 9110 9.3.3).
     *
     * @param asked when the request was made
     * @param before stamp of a response at that time
     * @param mayBeStored whether a GET for the target is answered by the same rule as the response would be stored by
     */
    public record ResponseStamp(
            ExchangeServices services, ExchangeRequest request, Instant asked, EpochStamp before, boolean mayBeStored) {

        /** Returns the stamp of a response to a request that is made now. */
        public static ResponseStamp of(ExchangeServices services, ExchangeRequest request, boolean mayBeStored) {
            return new ResponseStamp(
                    services,
                    request,
                    services.clock().steady(),
                    services.store().stamp(request.resourceTags().stampOfResponse()),
                    mayBeStored);
        }

        /**
         * Returns whether a GET would get no less than what is forwarded of an unsafe request: if a rule defines what is part of the key,
         * other parts of this request may influence the response.
         */
        public static boolean isOfPlainKey(ExchangeRequest request) {
            return request.resourceTags()
                    .ruleOfReads(request.head().target())
                    .key()
                    .equals(KeySettings.PLAIN);
        }

        /**
         * Returns the stamp of this response; empty if it is not valid for GET, or if another write has advanced its tags in the meantime, or
         * may have: what its content names is not known yet.
         *
         * @param change what the write has invalidated
         */
        public Optional<EpochStamp> of(ResponseHead head, EpochChange change) {
            var times = new ReceptionTimes(
                    asked, services.clock().steady(), services.clock().wall());
            if (!mayBeStored
                    || !request.rule().invalidation().contentPools().isEmpty()
                    || !(Storability.judge(request.head(), head, request.policy(), times)
                            instanceof StoreVerdict.Store)) {
                return Optional.empty();
            }
            Set<CacheTag> tags = request.resourceTags().ofResponse();
            tags.addAll(services.originTags().ofResponse(head.fields()));
            EpochStamp now = services.store().stamp(tags);
            return services.store().isCurrentExceptFor(now.at(before.epoch()), change)
                    ? Optional.of(now.at(Math.min(change.now(), now.epoch())))
                    : Optional.empty();
        }
    }

    private WriteLifecycle(WriteFence fence, Executor loop, Sender sender, boolean inPlace) {
        this.fence = fence;
        this.loop = loop;
        this.sender = sender;
        this.inPlace = inPlace;
    }

    /** Creates the life of a write that is forwarded behind this fence. */
    public static WriteLifecycle behind(WriteFence fence, Executor loop, Sender sender) {
        return new WriteLifecycle(fence, loop, sender, false);
    }

    /**
     * Creates the life of a write that is answered in place of its origin, perhaps: there is no fence before, as only the answer tells
     * that it was not passed on.
     */
    public static WriteLifecycle inPlace(WriteFence fence, Executor loop, Sender sender) {
        return new WriteLifecycle(fence, loop, sender, true);
    }

    /** Forwards a request whose content is complete when the fence is up. */
    public void begin() {
        if (inPlace) {
            forward();
        } else {
            onLoop(fence::raise, up -> forward(), this::refuse);
        }
    }

    /**
     * Forwards a request whose content is streamed: without the end of it, the origin has an incomplete request.
     *
     * @param whenOver runs an action when the client's exchange is over
     */
    public void begin(UploadContent content, Consumer<Runnable> whenOver) {
        streamed = content;
        fence.streams(whenOver);
        content.beforeEnd(fence::raise);
        forward();
    }

    /** The fence may be set, and the invalidation complete, on another thread. */
    private <T> void onLoop(Supplier<CompletionStage<T>> stage, Consumer<T> next, Consumer<Throwable> failed) {
        CompletableFuture.completedFuture(stage)
                .thenCompose(Supplier::get)
                .whenComplete((result, fault) -> loop.execute(() -> {
                    try {
                        if (fault == null) {
                            next.accept(result);
                        } else {
                            failed.accept(fault instanceof CompletionException wrapped ? wrapped.getCause() : fault);
                        }
                    } catch (RuntimeException unexpected) {
                        fence.over();
                        sender.fault(unexpected);
                    }
                }));
    }

    private void forward() {
        if (state.compareAndSet(State.FENCING, State.FORWARDED)) {
            sender.forward();
        }
    }

    /** Ends a request that is not sent, as its fence cannot be raised, or its content does not arrive or exceeds limits. */
    public void refuse(Throwable error) {
        State before = state.getAndUpdate(now -> now == State.FENCING || now == State.FORWARDED ? State.FAILED : now);
        fence.over();
        if (before == State.FENCING || before == State.FORWARDED) {
            sender.fail(error);
        }
    }

    /** Called when the write is passed on by what was to answer it in place of its origin: another life settles it. */
    public void passedOn() {
        state.getAndUpdate(now -> now == State.FORWARDED || now == State.ABANDONED ? State.PASSED_ON : now);
    }

    /**
     * Invalidates what the write makes wrong, before its response is released.
     *
     * @param head head of the response; empty if it does not tell what the origin does
     * @return completes when that has taken effect
     */
    public CompletionStage<EpochChange> settle(Optional<ResponseHead> head) {
        if (state.get() == State.PASSED_ON) {
            return CompletableFuture.completedFuture(EpochChange.NOT);
        }
        UploadContent content = streamed;
        return head.isPresent()
                ? fence.answered(head.get(), content != null && content.mayHaveMore())
                : fence.failed(new CancellationException("A filter has not waited for the origin."), false);
    }

    /** Called when the head of the response has arrived, which is released when the write is settled. */
    public void answered(Optional<ResponseHead> head) {
        State before = state.getAndUpdate(WriteLifecycle::outcome);
        if (before == State.PASSED_ON) {
            waiting.dispose();
            sender.release(EpochChange.NOT);
        } else if (before == State.FORWARDED || before == State.ABANDONED) {
            waiting.dispose();
            boolean error = head.filter(known -> known.status() >= ERROR).isPresent();
            onLoop(() -> settle(head), change -> settled(error, change), this::unsettled);
            if (before == State.ABANDONED) {
                sender.cancel();
            }
        }
    }

    /** Returns the state in which the write is settled. */
    private static State outcome(State now) {
        return switch (now) {
            case FORWARDED -> State.SETTLING;
            case ABANDONED -> State.GIVEN_UP;
            default -> now;
        };
    }

    /** What the origin does with the rest of the content is invalidated when the exchange of the client is over. */
    private void settled(boolean error, EpochChange change) {
        fence.over();
        if (state.compareAndSet(State.SETTLING, error ? State.REFUSED : State.ANSWERING)) {
            sender.release(change);
        }
    }

    private void unsettled(Throwable fault) {
        fence.over();
        if (state.compareAndSet(State.SETTLING, State.FAILED)) {
            sender.cancel();
            sender.fail(fault);
        }
    }

    /** Called when there is no response, or the one that has arrived or was released fails before it is sent. */
    public void failed(Throwable error) {
        State before = state.getAndUpdate(WriteLifecycle::failing);
        if (before == State.FORWARDED || before == State.ABANDONED || before == State.SETTLING) {
            waiting.dispose();
            UploadContent content = streamed;
            boolean brokenOff = content != null && content.hasFailed();
            onLoop(() -> fence.failed(error, brokenOff), change -> unanswered(error), fault -> unanswered(error));
        } else if (before == State.PASSED_ON || isReleased(before)) {
            waiting.dispose();
            sender.fail(error);
        }
    }

    /** Returns the state of a write without a response. */
    private static State failing(State now) {
        return switch (now) {
            case FORWARDED, SETTLING -> State.FAILING;
            case ABANDONED -> State.GIVEN_UP;
            case ANSWERING, REFUSED -> State.FAILED;
            default -> now;
        };
    }

    private void unanswered(Throwable error) {
        fence.over();
        if (state.compareAndSet(State.FAILING, State.FAILED)) {
            sender.fail(error);
        }
    }

    private static boolean isReleased(@Nullable State state) {
        return state == State.ANSWERING || state == State.REFUSED;
    }

    /** Called when the client has left before the end of its response. */
    public void clientLeft() {
        State before = state.getAndUpdate(now -> switch (now) {
            case FORWARDED -> State.ABANDONED;
            case FENCING, SETTLING, FAILING -> State.GIVEN_UP;
            default -> now;
        });
        if (before == State.FORWARDED) {
            Runnable end = () -> loop.execute(this::giveUp);
            waiting.update(inPlace ? fence.await(end) : fence.left(end));
        } else if (before == State.FENCING) {
            sender.cancel();
            fence.over();
        } else if (before == State.SETTLING || before == State.FAILING || before == State.PASSED_ON) {
            sender.cancel();
        }
    }

    /** Called when nobody waits for the response any more, though the client may be there: somebody else answers it. */
    public void giveUp() {
        State before = state.getAndUpdate(now -> now == State.PASSED_ON || now == State.FAILED ? now : State.GIVEN_UP);
        if (before == State.FAILED || before == State.GIVEN_UP) {
            return;
        }
        waiting.dispose();
        sender.cancel();
        if (before == State.FORWARDED || before == State.ABANDONED) {
            if (inPlace) {
                fence.failed(new CancellationException("The write was given up."), false);
            }
            fence.over();
        } else if (before == State.FENCING) {
            fence.over();
        }
    }

    /** Returns whether the request is with its origin, and its client waits for the response. */
    public boolean isAwaited() {
        return state.get() == State.FORWARDED;
    }

    /** Returns whether the response waits until the write is settled. */
    public boolean isSettling() {
        return state.get() == State.SETTLING;
    }

    /** Returns whether the response has been released. */
    public boolean isReleased() {
        return isReleased(state.get());
    }

    /** Returns whether the attempt is over without a response that says that the write is done: a later one is that of somebody else. */
    public boolean isAnsweredElsewhere() {
        return ELSEWHERE.contains(state.get());
    }
}
