package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.UnsafeMethods.Effect;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * A write between its beginning and its outcome. Its fence is set before the origin has the complete request. The first outcome
 * counts; later calls wait for its completion. A write of unknown outcome may still be under way at the origin: its fence stays
 * for a while, and responses read meanwhile are dropped at the end. A write of which nothing was sent changed nothing; after
 * reporting that, nothing is sent any more. However the request ends, its fence is removed.
 */
final class OriginWrite implements SendProgress {

    private final Duration hold;
    private final Scheduler timer;
    private final BooleanSupplier routed;
    private final Sinks.One<EpochChange> settled = Sinks.one();
    private @Nullable WatchedWrite write;
    private boolean observed;
    private boolean sent;
    private boolean givenUp;
    private boolean early;
    private boolean decided;
    private boolean over;

    /**
     * Creates a write in its initial state.
     *
     * @param routed whether it was handed to a component that may send it without notifying {@link SendProgress}
     */
    OriginWrite(Duration hold, Scheduler timer, BooleanSupplier routed) {
        this.hold = hold;
        this.timer = timer;
        this.routed = routed;
    }

    /** Called when the fence is set. */
    OriginWrite begun(WatchedWrite fenced) {
        boolean late;
        synchronized (this) {
            write = fenced;
            late = over || decided;
        }
        if (late) {
            fenced.end();
        }
        return this;
    }

    @Override
    public synchronized void connecting() {
        observed = true;
    }

    @Override
    public synchronized void sending() {
        if (givenUp) {
            throw new CancellationException("The write was given up before it was sent.");
        }
        sent = true;
    }

    /** Called when the origin has responded before it was sent the complete request. */
    synchronized void answeredEarly() {
        early |= !decided;
    }

    /** Returns whether the origin may continue to act on the write after its response. */
    synchronized boolean isAnsweredEarly() {
        return early;
    }

    /** Returns whether the origin may have the complete request: its end is not sent before the fence is set. */
    synchronized boolean isForwarded() {
        return write != null && mayBeSent();
    }

    /**
     * Returns whether nothing of the request has been sent; then nothing will be.
     *
     * @param unreachable whether the error means that no origin was reached
     */
    synchronized boolean isUnsent(boolean unreachable) {
        givenUp |= !sent && (observed || unreachable || !routed.getAsBoolean());
        return givenUp;
    }

    private boolean mayBeSent() {
        return sent || (!observed && routed.getAsBoolean());
    }

    /**
     * Settles the write with a known outcome, or as of unknown outcome; does nothing without a fence.
     *
     * @param more further tags that it invalidates
     * @return completes when all of that has taken effect
     */
    Mono<EpochChange> settle(Effect effect, Supplier<Set<CacheTag>> more) {
        return Mono.defer(() -> {
            if (isFirstWord()) {
                WatchedWrite mine = fenced();
                Mono<EpochChange> done = mine == null ? Mono.just(EpochChange.NOT) : carryOut(mine, effect, more);
                done.subscribe(settled::tryEmitValue, settled::tryEmitError);
            }
            return settled.asMono();
        });
    }

    /** Called at the end: a write that has not been settled is settled as of unknown outcome, or as unsent. */
    void over() {
        Effect effect;
        synchronized (this) {
            over = true;
            if (decided || write == null) {
                return;
            }
            effect = isUnsent(false) ? Effect.NONE : Effect.UNKNOWN;
        }
        settle(effect, Set::of).subscribe();
    }

    /** Returns whether the outcome is known, or known to be unknown. */
    synchronized boolean isSettled() {
        return decided;
    }

    private synchronized boolean isFirstWord() {
        boolean first = !decided;
        decided = true;
        return first;
    }

    private synchronized @Nullable WatchedWrite fenced() {
        return write;
    }

    private Mono<EpochChange> carryOut(WatchedWrite mine, Effect effect, Supplier<Set<CacheTag>> more) {
        if (effect == Effect.NONE) {
            return Mono.fromCompletionStage(mine::end).thenReturn(EpochChange.NOT);
        }
        Set<CacheTag> tags = more.get();
        Mono<EpochChange> happened = Mono.fromCompletionStage(() -> mine.happened(tags));
        if (effect == Effect.UNKNOWN && !hold.isZero()) {
            return happened.doOnNext(
                    moved -> timer.schedule(() -> release(mine, tags), hold.toMillis(), TimeUnit.MILLISECONDS));
        }
        return happened.flatMap(moved -> Mono.fromCompletionStage(mine::end).thenReturn(moved));
    }

    private static void release(WatchedWrite mine, Set<CacheTag> more) {
        mine.happened(more).thenCompose(moved -> mine.end());
    }
}
