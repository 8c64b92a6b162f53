package dev.larder.invalidation;

import dev.larder.cache.spi.Tag;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** One write under way: what it may make wrong is fenced until {@link #end}. */
public final class Write {

    private final long number;
    private final Set<Tag> tags;
    private final InvalidationBus bus;
    private final Made made;
    private final AtomicBoolean ended = new AtomicBoolean();

    Write(long number, Set<Tag> tags, InvalidationBus bus, Made made) {
        this.number = number;
        this.tags = Set.copyOf(tags);
        this.bus = bus;
        this.made = made;
    }

    /** What it may make wrong. */
    public Set<Tag> tags() {
        return tags;
    }

    /**
     * It has happened, or may have: everything with its tags is wrong, and everything with these.
     *
     * @param more tags that only its response names
     * @return completes when that holds
     */
    public CompletionStage<Moved> happened(Set<Tag> more) {
        var all = new HashSet<>(tags);
        all.addAll(more);
        made.add(Made.Kind.WRITE, all.size());
        return bus.publish(new Invalidation.Tags(all));
    }

    /** It is over: lowers the fence. Only the first call counts. */
    public CompletionStage<Void> end() {
        return ended.compareAndSet(false, true)
                ? bus.publish(new Invalidation.WriteEnds(number, tags)).thenAccept(applied -> {})
                : CompletableFuture.completedFuture(null);
    }
}
