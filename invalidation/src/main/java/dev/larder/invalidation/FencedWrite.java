package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A write in flight: the entries it may invalidate are fenced until {@link #end}, but for those of its unfenced tags. */
public final class FencedWrite {

    private final long number;
    private final Set<CacheTag> fenced;
    private final Set<CacheTag> unfenced;
    private final InvalidationBus bus;
    private final InvalidationCounters counters;
    private final AtomicBoolean ended = new AtomicBoolean();

    FencedWrite(InvalidationMessage.WriteStart start, InvalidationBus bus, InvalidationCounters counters) {
        this.number = start.write();
        this.fenced = start.fenced();
        this.unfenced = start.unfenced();
        this.bus = bus;
        this.counters = counters;
    }

    /** Returns the tags of the entries that it may invalidate. */
    public Set<CacheTag> tags() {
        Set<CacheTag> tags = new HashSet<>(fenced);
        tags.addAll(unfenced);
        return tags;
    }

    /** Returns the tags of the entries that it fences. */
    public Set<CacheTag> fenced() {
        return fenced;
    }

    /** Returns the tags of the entries that are used until it has happened. */
    public Set<CacheTag> unfenced() {
        return unfenced;
    }

    /**
     * Invalidates everything with the write's tags or with these, as the write has happened or may have.
     *
     * @param more tags that only its response names
     * @return completes when the invalidation is in effect
     */
    public CompletionStage<EpochChange> happened(Set<CacheTag> more) {
        Set<CacheTag> all = tags();
        all.addAll(more);
        counters.add(InvalidationCounters.Kind.WRITE, all.size());
        return bus.publish(new InvalidationMessage.TagInvalidation(all));
    }

    /** Ends the write and lowers the fence. Only the first call counts. */
    public CompletionStage<Void> end() {
        return ended.compareAndSet(false, true)
                ? bus.publish(new InvalidationMessage.WriteEnd(number, fenced, unfenced))
                        .thenAccept(applied -> {})
                : CompletableFuture.completedFuture(null);
    }
}
