package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A write in flight: the entries it may invalidate are fenced until {@link #end}. */
public final class FencedWrite {

    private final long number;
    private final Set<CacheTag> tags;
    private final InvalidationBus bus;
    private final InvalidationCounters counters;
    private final AtomicBoolean ended = new AtomicBoolean();

    FencedWrite(long number, Set<CacheTag> tags, InvalidationBus bus, InvalidationCounters counters) {
        this.number = number;
        this.tags = Set.copyOf(tags);
        this.bus = bus;
        this.counters = counters;
    }

    /** Returns the tags of the entries that it may invalidate. */
    public Set<CacheTag> tags() {
        return tags;
    }

    /**
     * Invalidates everything with the write's tags or with these, as the write has happened or may have.
     *
     * @param more tags that only its response names
     * @return completes when the invalidation is in effect
     */
    public CompletionStage<EpochChange> happened(Set<CacheTag> more) {
        var all = new HashSet<>(tags);
        all.addAll(more);
        counters.add(InvalidationCounters.Kind.WRITE, all.size());
        return bus.publish(new InvalidationMessage.TagInvalidation(all));
    }

    /** Ends the write and lowers the fence. Only the first call counts. */
    public CompletionStage<Void> end() {
        return ended.compareAndSet(false, true)
                ? bus.publish(new InvalidationMessage.WriteEnd(number, tags)).thenAccept(applied -> {})
                : CompletableFuture.completedFuture(null);
    }
}
