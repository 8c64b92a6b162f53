package dev.larder.gateway.filter;

import dev.larder.cache.spi.Tag;
import dev.larder.gateway.rfc9111.Unsafe.Effect;
import dev.larder.invalidation.Moved;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * A write between its fence and its outcome. The first word on the outcome counts; who asks again waits for what that has
 * done. A write of unknown outcome may still be under way at the origin: its fence stays up for a while, and what was
 * read meanwhile is dropped at the end.
 */
final class PendingWrite {

    private final WatchedWrite write;
    private final Duration hold;
    private final Scheduler timer;
    private final Sinks.One<Moved> settled = Sinks.one();
    private boolean decided;

    PendingWrite(WatchedWrite write, Duration hold, Scheduler timer) {
        this.write = write;
        this.hold = hold;
        this.timer = timer;
    }

    /**
     * The outcome is known, or known to be unknown.
     *
     * @param more tags of what else it makes wrong
     * @return completes when all of that holds
     */
    Mono<Moved> settle(Effect effect, Supplier<Set<Tag>> more) {
        return Mono.defer(() -> {
            if (first()) {
                carryOut(effect, more).subscribe(settled::tryEmitValue, settled::tryEmitError);
            }
            return settled.asMono();
        });
    }

    private synchronized boolean first() {
        boolean first = !decided;
        decided = true;
        return first;
    }

    private Mono<Moved> carryOut(Effect effect, Supplier<Set<Tag>> more) {
        if (effect == Effect.NONE) {
            return Mono.fromCompletionStage(write::end).thenReturn(Moved.NOT);
        }
        Set<Tag> tags = more.get();
        Mono<Moved> happened = Mono.fromCompletionStage(() -> write.happened(tags));
        if (effect == Effect.UNKNOWN && !hold.isZero()) {
            return happened.doOnNext(
                    moved -> timer.schedule(() -> release(tags), hold.toMillis(), TimeUnit.MILLISECONDS));
        }
        return happened.flatMap(moved -> Mono.fromCompletionStage(write::end).thenReturn(moved));
    }

    private void release(Set<Tag> more) {
        write.happened(more).thenCompose(moved -> write.end());
    }
}
