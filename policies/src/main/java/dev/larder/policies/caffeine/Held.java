package dev.larder.policies.caffeine;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.RemovalCause;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An entry as the cache holds it, with the answer to whoever gets it, made once so that a hit allocates nothing. */
final class Held<V> {

    final CacheEntry<V> entry;
    final CompletableFuture<Optional<CacheEntry<V>>> answer;

    /** Why it leaves if it is taken out explicitly: Caffeine does not tell a removal from a clearance. */
    volatile RemovalCause leaving = RemovalCause.CLEARED;

    Held(CacheEntry<V> entry) {
        this.entry = entry;
        this.answer = CompletableFuture.completedFuture(Optional.of(entry));
    }
}
