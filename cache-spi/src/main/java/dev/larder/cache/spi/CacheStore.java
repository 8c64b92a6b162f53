package dev.larder.cache.spi;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Holds entries by key, within a bound, and decides which of them stay. Values are opaque to it.
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

    /** The entry stored under this key, unless it has been dropped or its {@link CacheEntry#dropAfter()} has passed. */
    CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key);

    /**
     * What {@link #get} returns, for those who cannot wait; empty if nothing is stored, or if the store would have to wait for
     * it.
     */
    default Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        CompletableFuture<Optional<CacheEntry<V>>> stored = get(key).toCompletableFuture();
        return stored.isDone() ? stored.join() : Optional.empty();
    }

    /** Stores the entry, superseding whatever the key held. A refusal leaves nothing under the key. */
    CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry);

    /**
     * Stores the entry only if the key still holds {@code expected}; compare-and-set for whoever derives a new value
     * from the one it has read.
     *
     * @param expected the entry read before, compared by {@code equals}; {@code null} means that nothing may be stored
     * @return {@link StoreOutcome#CONFLICT} if the key holds something else; the key is then left as it is
     */
    CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry);

    /** Removes what the key holds; {@code true} if there was something. */
    CompletionStage<Boolean> remove(CacheKey key);

    /** Removes everything that was stored before this call. */
    CompletionStage<Void> clear();

    /** A view of what is stored, for operators; empty if this store cannot tell. */
    default Optional<StoreContents> contents() {
        return Optional.empty();
    }
}
