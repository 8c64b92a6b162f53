package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An entry as the store holds it, with the answer to whoever gets it, made once so that a hit allocates nothing. */
final class Node<V> {

    private static final Instant LAST_MILLI = Instant.ofEpochMilli(Long.MAX_VALUE);

    final CacheKey key;
    final CacheEntry<V> entry;
    final CompletableFuture<Optional<CacheEntry<V>>> answer;

    /** The millisecond in which its time passes; it is dropped when that begins, so never returned late. */
    final long dropAfter;

    Node(CacheKey key, CacheEntry<V> entry) {
        this.key = key;
        this.entry = entry;
        this.answer = CompletableFuture.completedFuture(Optional.of(entry));
        this.dropAfter = entry.dropAfter().isBefore(LAST_MILLI) ? epochMilli(entry.dropAfter()) : Long.MAX_VALUE;
    }

    private static long epochMilli(Instant instant) {
        return instant.isBefore(Instant.EPOCH) ? 0 : instant.toEpochMilli();
    }
}
