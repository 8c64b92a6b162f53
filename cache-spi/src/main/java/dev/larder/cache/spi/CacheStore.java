package dev.larder.cache.spi;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stores entries by key, within a bound, and decides which of them to keep. Values are opaque to a store.
 *
 * <p>No method blocks its caller; a local store returns stages that are already complete. A store may drop any entry at
 * any time, and must never bring one back that {@link #remove}, {@link #clear} or a later write has superseded. A stage
 * that completes exceptionally is a store fault: callers count it and treat it as a miss, or as a skipped write.
 *
 * <p>{@code CacheStoreContract} (test-jar of this module) states these obligations as tests; every store passes it.
 *
 * @param <V> type of the values, immutable, with an {@code equals} that is cheap
 */
public interface CacheStore<V> {

    /** Returns the entry stored under this key, unless it has been dropped or its {@link CacheEntry#dropAfter()} has passed. */
    CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key);

    /**
     * Returns the result of {@link #get} without waiting; empty if nothing is stored, or if the store has to wait for
     * it.
     */
    default Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        CompletableFuture<Optional<CacheEntry<V>>> stored = get(key).toCompletableFuture();
        return stored.isDone() ? stored.join() : Optional.empty();
    }

    /** Stores the entry, superseding any entry of the key. After a refusal the key has no entry. */
    CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry);

    /**
     * Stores the entry only if the key still has {@code expected}: compare-and-set for a value derived from one read
     * before.
     *
     * @param expected the entry read before, compared by {@code equals}; {@code null} if the key must have no entry
     * @return {@link StoreOutcome#CONFLICT} if the key has another entry, which is left as it is
     */
    CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry);

    /** Removes the key's entry; {@code true} if there was one. */
    CompletionStage<Boolean> remove(CacheKey key);

    /** Removes everything that was stored before this call. */
    CompletionStage<Void> clear();

    /** Returns a view of the stored entries for operators; empty if this store has none. */
    default Optional<StoreContents> contents() {
        return Optional.empty();
    }
}
