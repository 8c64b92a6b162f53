package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.policies.Deadlines;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An entry as the store holds it, with the answer to whoever gets it, made once so that a hit allocates nothing. */
final class Node<V> {

    final CacheKey key;
    final CacheEntry<V> entry;
    final CompletableFuture<Optional<CacheEntry<V>>> answer;

    /** The millisecond at whose beginning it is dropped. */
    final long deadline;

    Node(CacheKey key, CacheEntry<V> entry) {
        this.key = key;
        this.entry = entry;
        this.answer = CompletableFuture.completedFuture(Optional.of(entry));
        this.deadline = Deadlines.milliOf(entry);
    }
}
