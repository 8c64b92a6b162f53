package dev.larder.policies;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An entry as a store holds it, with the answer to whoever gets it, made once so that a hit allocates nothing. */
public class EntryNode<V> {

    /** By which it is held. */
    public final CacheKey key;

    /** What is held. */
    public final CacheEntry<V> entry;

    /** The answer to whoever gets it. */
    public final CompletableFuture<Optional<CacheEntry<V>>> answer;

    /** The millisecond at whose beginning it is dropped. */
    private final long deadline;

    /** This entry under this key. */
    public EntryNode(CacheKey key, CacheEntry<V> entry) {
        this.key = key;
        this.entry = entry;
        this.answer = CompletableFuture.completedFuture(Optional.of(entry));
        this.deadline = EntryDeadlines.milliOf(entry);
    }

    /** Whether it is to be dropped by now; the time is looked at only if it ever is. */
    public final boolean hasPassed(InstantSource time) {
        return deadline != Long.MAX_VALUE && time.millis() >= deadline;
    }
}
