package dev.larder.acceptance.matrix;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store in memory that counts removals. */
final class CountingStore implements CacheStore<ResponseVariants> {

    private final Map<CacheKey, CacheEntry<ResponseVariants>> entries = new ConcurrentHashMap<>();
    private final AtomicInteger removals = new AtomicInteger();

    int entries() {
        return entries.size();
    }

    int removals() {
        return removals.get();
    }

    @Override
    public CompletionStage<Optional<CacheEntry<ResponseVariants>>> get(CacheKey key) {
        return CompletableFuture.completedFuture(Optional.ofNullable(entries.get(key)));
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<ResponseVariants> entry) {
        entries.put(key, entry);
        return CompletableFuture.completedFuture(StoreOutcome.STORED);
    }

    @Override
    public synchronized CompletionStage<StoreOutcome> replace(
            CacheKey key, @Nullable CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
        return Objects.equals(entries.get(key), expected)
                ? put(key, entry)
                : CompletableFuture.completedFuture(StoreOutcome.CONFLICT);
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        removals.incrementAndGet();
        return CompletableFuture.completedFuture(entries.remove(key) != null);
    }

    @Override
    public CompletionStage<Void> clear() {
        entries.clear();
        return CompletableFuture.completedFuture(null);
    }
}
