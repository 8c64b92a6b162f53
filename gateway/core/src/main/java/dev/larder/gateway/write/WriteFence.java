package dev.larder.gateway.write;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.UnsafeMethods;
import dev.larder.rfc9111.UnsafeMethods.Effect;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * The fence of one unsafe request, and what the request invalidates (RFC 9111 4.4): its target, the pool of the target in the scope
 * set by the rule, coupled pools, and what the origin names. Nothing with these tags is served from the store while the fence is up,
 * but for those without a {@link FenceBudget}, which are served until the write has been answered.
 *
 * <table>
 * <caption>The life of a fence</caption>
 * <tr><th>event</th><th>effect</th></tr>
 * <tr><td>{@link #raise}, before the origin has the complete request</td><td>the fence is up</td></tr>
 * <tr><td>{@link #answered}, before the response is released</td><td>invalidates, if the write has happened, and lowers the
 * fence</td></tr>
 * <tr><td>{@link #failed}, or {@link #over} without an outcome, and nothing was sent</td><td>lowers the fence; nothing is sent any
 * more</td></tr>
 * <tr><td>the same, but the origin may have the complete request, so that the write may still be under way</td><td>invalidates; the
 * fence stays for a while, and what was read meanwhile is invalidated at the end</td></tr>
 * <tr><td>the same, but the content broke off while it was streamed</td><td>invalidates soon, as an origin that stores content as it
 * arrives may have acted on it</td></tr>
 * </table>
 *
 * <p>The first outcome counts; later calls wait until it has taken effect. However the request ends, its fence is lowered. Any
 * thread may call any method. The monitor guards the fields; of the callbacks, only {@link Target#routed} is called with it.
 */
public final class WriteFence implements SendProgress {

    private static final Logger log = LoggerFactory.getLogger(WriteFence.class);
    private static final int ERROR = 400;

    private final Factory factory;
    private final Target target;
    private final CompletableFuture<EpochChange> settled = new CompletableFuture<>();
    private @Nullable Consumer<Runnable> streaming;
    private @Nullable BudgetedFence write;
    private WriteListener listener = WriteListener.NONE;
    private Effect early = Effect.NONE;
    private @Nullable CompletableFuture<Void> raised;
    private Sending sending = Sending.UNOBSERVED;
    private Outcome outcome = Outcome.AWAITED;

    /** What is known of the request on its way to the origin. */
    private enum Sending {
        /** Whoever may send it does not notify this. */
        UNOBSERVED,
        /** It waits for a connection. */
        CONNECTING,
        SENT,
        /** Nothing of it was sent, and nothing will be. */
        GIVEN_UP
    }

    /** What is known of the write. */
    private enum Outcome {
        AWAITED,
        /** Nobody will know; only an outcome that is on its way may still come. */
        UNAWAITED,
        SETTLED
    }

    /**
     * Settings for writes of unknown outcome.
     *
     * @param onServerError whether a server error counts as a write
     * @param hold how long a write of unknown outcome may still be under way at its origin
     */
    public record UnknownOutcomeSettings(boolean onServerError, Duration hold) {}

    /**
     * What is written to.
     *
     * @param request head of the request
     * @param named the URIs by which an origin that has answered may know the target, beside that of the request
     * @param groups finds the known cache groups of the target (RFC 9875 2.2)
     * @param routed whether the request was handed to a component that may send it without notifying {@link SendProgress}
     * @param client in whose name it writes; all that are not known are one
     */
    public record Target(
            RequestHead request,
            ResourceTags resourceTags,
            Supplier<List<URI>> named,
            Supplier<CompletionStage<Set<CacheTag>>> groups,
            BooleanSupplier routed,
            Object client) {}

    /** Creates the fences of one {@link Invalidator}. */
    public static final class Factory {

        private final Invalidator invalidator;
        private final OriginTags originTags;
        private final UnknownOutcomeSettings uncertainty;
        private final CacheEventListener events;
        private final Scheduler timer;
        private final BudgetedFence.Source fences;
        private final BrokenUploadInvalidator broken;

        /** @param events is notified of every write */
        public Factory(
                Invalidator invalidator,
                OriginTags originTags,
                UnknownOutcomeSettings uncertainty,
                CacheEventListener events,
                Scheduler timer,
                FenceBudget budget) {
            this.invalidator = invalidator;
            this.originTags = originTags;
            this.uncertainty = uncertainty;
            this.events = events;
            this.timer = timer;
            this.fences = new BudgetedFence.Source(invalidator, budget);
            this.broken = new BrokenUploadInvalidator(this::invalidate, timer);
        }

        /** Returns whether responses wait until every member of a cluster knows of the write. */
        public boolean isSynchronous() {
            return invalidator.isSynchronous();
        }

        /** Returns the fence of a write, which is not up yet. */
        public WriteFence of(Target target) {
            return new WriteFence(this, target);
        }

        private void invalidate(Set<CacheTag> tags) {
            logged(invalidator.invalidate(tags));
        }

        private static void logged(CompletionStage<?> invalidation) {
            invalidation.exceptionally(fault -> {
                log.warn("The invalidation of a write failed.", fault);
                return null;
            });
        }
    }

    private WriteFence(Factory factory, Target target) {
        this.factory = factory;
        this.target = target;
    }

    /** Returns whether the response waits until every member of a cluster knows of the write. */
    public boolean isSynchronous() {
        return factory.isSynchronous();
    }

    /**
     * Called if the content is sent as it arrives, so that the fence is raised before its end.
     *
     * @param whenOver runs an action when the client's exchange is over: its content may go on after the response
     */
    public synchronized void streams(Consumer<Runnable> whenOver) {
        streaming = whenOver;
    }

    /** Raises the fence, once; it is up when the stage completes. */
    public CompletionStage<Void> raise() {
        CompletableFuture<Void> up;
        synchronized (this) {
            if (raised != null) {
                return raised.copy();
            }
            up = new CompletableFuture<>();
            raised = up;
        }
        tags().thenCompose(tags -> factory.fences.raise(target.client(), target.resourceTags(), tags))
                .thenAccept(this::begun)
                .whenComplete((nothing, fault) -> complete(up, nothing, fault));
        return up.copy();
    }

    private static <T> void complete(CompletableFuture<T> stage, T result, @Nullable Throwable fault) {
        if (fault == null) {
            stage.complete(result);
        } else {
            stage.completeExceptionally(fault);
        }
    }

    /** Returns the tags that the write may invalidate, as far as known in advance. */
    public CompletionStage<Set<CacheTag>> tags() {
        return target.groups().get().thenApply(known -> {
            Set<CacheTag> tags = new HashSet<>(target.resourceTags().ofWrite());
            tags.addAll(known);
            tags.addAll(OriginTags.ofDestination(target.request(), target.resourceTags(), this::targets));
            return tags;
        });
    }

    private void begun(BudgetedFence fenced) {
        WriteListener told = factory.events.writeBegun(target.resourceTags(), fenced.tags());
        boolean late;
        synchronized (this) {
            write = fenced;
            listener = told;
            late = outcome != Outcome.AWAITED;
        }
        if (late) {
            lower(fenced, false);
        }
    }

    @Override
    public synchronized void connecting() {
        sending = sending == Sending.UNOBSERVED ? Sending.CONNECTING : sending;
    }

    @Override
    public synchronized void sending() {
        if (sending == Sending.GIVEN_UP) {
            throw new CancellationException("The write was given up before it was sent.");
        }
        sending = Sending.SENT;
    }

    /** Returns whether a client that notifies of what it sends has begun to send the request. */
    public synchronized boolean isSent() {
        return sending == Sending.SENT;
    }

    /** Returns whether it is known, or nobody will know, what has become of the write. */
    public synchronized boolean isOver() {
        return outcome != Outcome.AWAITED;
    }

    /** Returns whether the origin may have the complete request: its end is not sent before the fence is up. */
    private synchronized boolean isForwarded() {
        return write != null && (sending == Sending.SENT || isRoutedUnseen());
    }

    private boolean isRoutedUnseen() {
        return sending == Sending.UNOBSERVED && target.routed().getAsBoolean();
    }

    /**
     * Returns whether nothing of the request has been sent; then nothing will be.
     *
     * @param unreachable whether the error means that no origin was reached
     */
    private synchronized boolean isUnsent(boolean unreachable) {
        if (sending != Sending.SENT && (unreachable || !isRoutedUnseen())) {
            sending = Sending.GIVEN_UP;
        }
        return sending == Sending.GIVEN_UP;
    }

    /**
     * Called when the origin has responded. It may act, and respond, before it has received the complete request.
     *
     * @param incomplete whether it was not sent all of the content
     * @return completes when all that the write invalidates is invalid: the response may be released then
     */
    public CompletionStage<EpochChange> answered(ResponseHead head, boolean incomplete) {
        Effect said = UnsafeMethods.effect(head.status(), factory.uncertainty.onServerError());
        synchronized (this) {
            if (outcome == Outcome.SETTLED) {
                return settled.copy();
            }
            early = incomplete ? said : early;
        }
        boolean unsent = head.status() >= ERROR && isUnsent(false);
        if (unsent || said == Effect.NONE) {
            return settle(Effect.NONE, Set.of());
        }
        Set<CacheTag> named = named(head);
        return raise().thenCompose(up -> settle(said, named));
    }

    private Set<CacheTag> named(ResponseHead head) {
        return factory.originTags.ofWrite(target.request(), target.resourceTags(), targets(), head);
    }

    private List<URI> targets() {
        return Stream.concat(Stream.of(target.request().target()), target.named().get().stream())
                .toList();
    }

    /**
     * Called when there is no response. An origin that fails during an upload may have acted, unless the content itself broke off.
     *
     * @param brokenOff whether the client did not send all of the content
     * @return completes when all that the write may invalidate is invalid
     */
    public CompletionStage<EpochChange> failed(Throwable error, boolean brokenOff) {
        if (isUnsent(GatewayProblem.isUnsent(error))) {
            return settle(Effect.NONE, Set.of());
        }
        if (isForwarded()) {
            return settle(Effect.UNKNOWN, Set.of());
        }
        if (brokenOff) {
            brokenOff();
            return settle(Effect.NONE, Set.of());
        }
        return raise().thenCompose(up -> settle(Effect.UNKNOWN, Set.of()));
    }

    /** The origin has not received the end of a broken request: it changed something only if it acts on incomplete requests. */
    private void brokenOff() {
        Factory.logged(tags().thenAccept(factory.broken::add));
    }

    /**
     * Called when the client has left. Only the response tells what the write has changed, so it is awaited for a while if the
     * origin may have the request: otherwise clients that send writes and leave would cause fences of unknown outcome.
     *
     * @param giveUp cancels the request
     * @return ends the waiting
     */
    public Disposable left(Runnable giveUp) {
        if (isForwarded()) {
            return await(giveUp);
        }
        giveUp.run();
        return Disposables.disposed();
    }

    /**
     * Called when the client has left, and somebody may be at work on the write.
     *
     * @param giveUp cancels that in the end
     * @return ends the waiting
     */
    public Disposable await(Runnable giveUp) {
        if (!hold().isZero()) {
            return factory.timer.schedule(giveUp, hold().toMillis(), TimeUnit.MILLISECONDS);
        }
        giveUp.run();
        return Disposables.disposed();
    }

    /** Called at the end: a write that has not been settled is settled as of unknown outcome, or as unsent. */
    public void over() {
        boolean unsent = isUnsent(false);
        Consumer<Runnable> content;
        Outcome before;
        boolean fenced;
        boolean sent;
        boolean again;
        synchronized (this) {
            before = outcome;
            outcome = before == Outcome.SETTLED ? before : Outcome.UNAWAITED;
            content = unsent ? null : streaming;
            fenced = write != null;
            sent = isForwarded();
            again = early != Effect.NONE;
        }
        if (before == Outcome.SETTLED) {
            // An origin that has responded may still act on the rest of the content.
            if (content != null && again) {
                content.accept(() -> Factory.logged(tags().thenAccept(factory::invalidate)));
            }
            return;
        }
        if (content != null && !sent) {
            brokenOff();
        }
        if (fenced) {
            settle(unsent ? Effect.NONE : Effect.UNKNOWN, Set.of());
        }
    }

    /**
     * Settles the write; does nothing without a fence.
     *
     * @param more further tags that it invalidates
     * @return completes when all of that has taken effect
     */
    private CompletionStage<EpochChange> settle(Effect effect, Set<CacheTag> more) {
        BudgetedFence mine;
        boolean first;
        synchronized (this) {
            mine = write;
            first = outcome != Outcome.SETTLED;
            outcome = Outcome.SETTLED;
        }
        if (first) {
            CompletionStage<EpochChange> done =
                    mine == null ? CompletableFuture.completedFuture(EpochChange.NOT) : carryOut(mine, effect, more);
            done.whenComplete((change, fault) -> complete(settled, change, fault));
        }
        return settled.copy();
    }

    private CompletionStage<EpochChange> carryOut(BudgetedFence mine, Effect effect, Set<CacheTag> more) {
        if (effect == Effect.NONE) {
            return lower(mine, false).thenApply(lowered -> EpochChange.NOT);
        }
        if (effect == Effect.UNKNOWN && !hold().isZero()) {
            return mine.complete().thenCompose(up -> happened(mine, more)).thenApply(moved -> {
                factory.timer.schedule(() -> release(mine, more), hold().toMillis(), TimeUnit.MILLISECONDS);
                return moved;
            });
        }
        return happened(mine, more).thenCompose(moved -> lower(mine, true).thenApply(lowered -> moved));
    }

    private Duration hold() {
        return factory.uncertainty.hold();
    }

    private void release(BudgetedFence mine, Set<CacheTag> more) {
        happened(mine, more).thenCompose(moved -> lower(mine, true));
    }

    private CompletionStage<EpochChange> happened(BudgetedFence mine, Set<CacheTag> more) {
        Set<CacheTag> all = new HashSet<>(more);
        all.addAll(target.resourceTags().ofWriteByNow());
        return mine.happened(all).thenApply(moved -> {
            listener().happened(moved, more);
            return moved;
        });
    }

    private CompletionStage<Void> lower(BudgetedFence mine, boolean changed) {
        listener().ended();
        return mine.lower(changed);
    }

    private synchronized WriteListener listener() {
        return listener;
    }
}
