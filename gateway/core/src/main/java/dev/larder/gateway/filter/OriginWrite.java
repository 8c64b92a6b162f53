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
 * A write between its beginning and its outcome. Its fence is up before its origin has the whole request. The first word on the
 * outcome counts; who asks again waits for what that has done. A write of unknown outcome may still be under way at the origin: its
 * fence stays up for a while, and what was read meanwhile is dropped at the end. One of which nothing has been sent has changed
 * nothing; once that has been said, nothing is sent any more. However its request ends, its fence comes down.
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
     * One of which nothing is known.
     *
     * @param routed whether it has been handed to what may send it without a word to {@link SendProgress}
     */
    OriginWrite(Duration hold, Scheduler timer, BooleanSupplier routed) {
        this.hold = hold;
        this.timer = timer;
        this.routed = routed;
    }

    /** The fence is up. */
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

    /** Its origin has answered before it was sent all of it. */
    synchronized void answeredEarly() {
        early |= !decided;
    }

    /** Whether its origin may go on to act on it once it has answered. */
    synchronized boolean isAnsweredEarly() {
        return early;
    }

    /** Whether the origin may have all of it: its end is not sent before the fence is up. */
    synchronized boolean isForwarded() {
        return write != null && mayBeSent();
    }

    /**
     * Whether nothing of it has been sent; then nothing will be.
     *
     * @param unreachable whether its error says that no origin was reached
     */
    synchronized boolean isUnsent(boolean unreachable) {
        givenUp |= !sent && (observed || unreachable || !routed.getAsBoolean());
        return givenUp;
    }

    private boolean mayBeSent() {
        return sent || (!observed && routed.getAsBoolean());
    }

    /**
     * The outcome is known, or known to be unknown. Without a fence there is none to be seen to.
     *
     * @param more tags of what else it makes wrong
     * @return completes when all of that holds
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

    /** Nobody will say anything any more: if nobody has, nobody knows what has become of it. */
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

    /** Whether the outcome is known, or known to be unknown. */
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
