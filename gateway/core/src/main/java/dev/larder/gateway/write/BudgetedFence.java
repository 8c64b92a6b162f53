package dev.larder.gateway.write;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.Invalidator;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The fence of one write around those of its tags that have a {@link FenceBudget}; the write invalidates all of them. */
final class BudgetedFence {

    private final Source source;
    private final FenceBudget.Writer writer;
    private final FencedWrite write;
    private final long since;
    private volatile @Nullable FencedWrite rest;

    /** Raises fences. */
    record Source(Invalidator invalidator, FenceBudget budget) {

        /**
         * Raises the fence of a write.
         *
         * @param client in whose name it writes
         * @param target tags of what it writes to
         * @param tags those that it may invalidate
         */
        CompletionStage<BudgetedFence> raise(Object client, ResourceTags target, Set<CacheTag> tags) {
            var writer = new FenceBudget.Writer(client, target.ofWrite(InvalidationScope.PATH));
            long since = budget.now();
            Set<CacheTag> fenced = budget.fenced(writer, tags);
            Set<CacheTag> unfenced = new HashSet<>(tags);
            unfenced.removeAll(fenced);
            return invalidator
                    .begin(fenced, unfenced)
                    .thenApply(write -> new BudgetedFence(this, writer, write, since));
        }
    }

    private BudgetedFence(Source source, FenceBudget.Writer writer, FencedWrite write, long since) {
        this.source = source;
        this.writer = writer;
        this.write = write;
        this.since = since;
    }

    /** Returns the tags that the write may invalidate, as far as known in advance. */
    Set<CacheTag> tags() {
        return write.tags();
    }

    /** Fences what has had no budget: the response is about to be released, and the write may still be under way. */
    CompletionStage<Void> complete() {
        return write.unfenced().isEmpty()
                ? CompletableFuture.completedFuture(null)
                : source.invalidator().begin(write.unfenced()).thenAccept(begun -> rest = begun);
    }

    /** Invalidates all tags of the write, and these. */
    CompletionStage<EpochChange> happened(Set<CacheTag> more) {
        return write.happened(more);
    }

    /**
     * Lowers the fence.
     *
     * @param changed whether the write has changed something, or may have; otherwise it uses its budget
     */
    CompletionStage<Void> lower(boolean changed) {
        if (!changed) {
            source.budget().use(writer, write.fenced(), since);
        }
        FencedWrite also = rest;
        return also == null ? write.end() : also.end().thenCompose(ended -> write.end());
    }
}
