package dev.larder.policies.caffeine;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.policies.Deadlines;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An entry as the cache holds it, with the answer to whoever gets it, made once so that a hit allocates nothing. */
final class Held<V> {

    final CacheKey key;
    final CacheEntry<V> entry;
    final CompletableFuture<Optional<CacheEntry<V>>> answer;

    /** The millisecond at whose beginning it is dropped. */
    final long deadline;

    /** Why it leaves if it is taken out explicitly: Caffeine does not tell a removal from a clearance. */
    volatile RemovalCause leaving = RemovalCause.CLEARED;

    Held(CacheKey key, CacheEntry<V> entry) {
        this.key = key;
        this.entry = entry;
        this.answer = CompletableFuture.completedFuture(Optional.of(entry));
        this.deadline = Deadlines.milliOf(entry);
    }
}
