package dev.larder.policies;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A stored entry with the result of its lookup, created once so that a hit allocates nothing. */
public class EntryNode<V> {

    /** The key of the entry. */
    public final CacheKey key;

    /** The entry. */
    public final CacheEntry<V> entry;

    /** The result of a lookup that finds this entry. */
    public final CompletableFuture<Optional<CacheEntry<V>>> answer;

    /** The millisecond at the beginning of which the entry expires. */
    private final long deadline;

    /** Creates a node for this entry under this key. */
    public EntryNode(CacheKey key, CacheEntry<V> entry) {
        this.key = key;
        this.entry = entry;
        this.answer = CompletableFuture.completedFuture(Optional.of(entry));
        this.deadline = EntryDeadlines.milliOf(entry);
    }

    /** Whether the entry has expired. The clock is read only if the entry ever expires. */
    public final boolean hasPassed(InstantSource time) {
        return deadline != Long.MAX_VALUE && time.millis() >= deadline;
    }
}
