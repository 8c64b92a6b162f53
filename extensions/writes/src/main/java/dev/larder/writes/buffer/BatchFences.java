package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.write.WriteFence;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.UnsafeMethods;
import dev.larder.rfc9111.UnsafeMethods.Effect;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.WriteBatch;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import reactor.core.scheduler.Scheduler;

/**
 * Presents a batch to the caches of all members as one write, with the tags of all its writes. The fence of a request of unknown
 * outcome stays for a while, as that of a write that is not buffered, whatever becomes of the batch meanwhile: its origin may
 * still be at work on it. What was read meanwhile is invalidated at the end.
 */
public final class BatchFences implements DeliveryFences {

    private final WriteBuffer buffer;
    private final Invalidator invalidator;
    private final Effects effects;
    private final WriteFence.UnknownOutcomeSettings uncertainty;
    private final Scheduler timer;

    /** Creates fences for the writes in that buffer. */
    public BatchFences(
            WriteBuffer buffer,
            Invalidator invalidator,
            Effects effects,
            WriteFence.UnknownOutcomeSettings uncertainty,
            Scheduler timer) {
        this.buffer = buffer;
        this.invalidator = invalidator;
        this.effects = effects;
        this.uncertainty = uncertainty;
        this.timer = timer;
    }

    /** Tells what a write invalidates beside the tags of its acceptance. */
    @FunctionalInterface
    public interface Effects {

        /**
         * Returns the tags that a write invalidates under the rules in force, and those that the origin names.
         *
         * @param asked the URI that its client requested
         * @param answer the origin's answer to the request with the write; empty if there is none
         */
        Set<CacheTag> of(AcknowledgedWrite write, URI asked, Optional<Answer> answer);
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        return invalidator
                .begin(tags(batch))
                .thenApply(write -> (reached, answer) -> lower(batch, write, reached, answer));
    }

    /**
     * Discards writes behind a fence that is lowered at once: requests that may still be in progress have fences of their own. The
     * origin may have some of the writes, so that what they change is invalidated, even if not all can be discarded.
     */
    public <T> CompletionStage<T> discard(WriteBatch left, Supplier<CompletionStage<T>> discarding) {
        return invalidator.begin(tags(left)).thenCompose(write -> {
            Supplier<Set<CacheTag>> more = more(left, Optional.empty());
            return CompletableFuture.completedStage(left)
                    .thenCompose(writes -> discarding.get())
                    .handle((result, failure) -> end(write, more)
                            .thenCompose(lowered -> failure == null
                                    ? CompletableFuture.completedStage(result)
                                    : CompletableFuture.<T>failedStage(failure)))
                    .thenCompose(ended -> ended);
        });
    }

    private Set<CacheTag> tags(WriteBatch batch) {
        return batch.writes().stream()
                .flatMap(write -> buffer.reach(write).stream())
                .flatMap(reach -> reach.tags().stream())
                .collect(Collectors.toSet());
    }

    private URI asked(AcknowledgedWrite write) {
        return buffer.reach(write).map(WriteReach::asked).orElse(write.request().target());
    }

    /** Only a closed bus fails: the fence then stays, because nothing has been invalidated behind it. */
    private CompletionStage<Void> lower(WriteBatch batch, FencedWrite write, boolean reached, Optional<Answer> answer) {
        if (!reached) {
            return write.end();
        }
        Supplier<Set<CacheTag>> more = more(batch, answer);
        return isUnknown(answer)
                ? write.happened(more.get()).thenAccept(moved -> endLater(write, more))
                : end(write, more);
    }

    /** Returns whether the origin may still be at work on a write: nobody has answered, or a proxy that has lost track of it. */
    private boolean isUnknown(Optional<Answer> answer) {
        return !uncertainty.hold().isZero()
                && answer.map(given -> given.statuses().stream().anyMatch(this::isUnknown))
                        .orElse(true);
    }

    private boolean isUnknown(int status) {
        return UnsafeMethods.effect(status, uncertainty.onServerError()) == Effect.UNKNOWN;
    }

    private void endLater(FencedWrite write, Supplier<Set<CacheTag>> more) {
        timer.schedule(() -> end(write, more), uncertainty.hold().toNanos(), TimeUnit.NANOSECONDS);
    }

    private static CompletionStage<Void> end(FencedWrite write, Supplier<Set<CacheTag>> more) {
        return write.happened(more.get()).thenCompose(moved -> write.end());
    }

    /**
     * Returns what the writes invalidate by the rules of the time that asks. Rules that came into force after a write was accepted may
     * cover more, of which responses have been stored meanwhile.
     */
    private Supplier<Set<CacheTag>> more(WriteBatch batch, Optional<Answer> answer) {
        List<Supplier<Set<CacheTag>>> ofEach = batch.writes().stream()
                .map(write -> more(write, asked(write), answer))
                .toList();
        return () -> ofEach.stream().flatMap(each -> each.get().stream()).collect(Collectors.toSet());
    }

    /** What was asked is known only until the write is settled. */
    private Supplier<Set<CacheTag>> more(AcknowledgedWrite write, URI asked, Optional<Answer> answer) {
        return () -> effects.of(write, asked, answer);
    }
}
