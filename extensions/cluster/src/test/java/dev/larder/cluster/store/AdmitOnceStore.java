package dev.larder.cluster.store;

import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Another store, which admits no entry that it has held before. */
final class AdmitOnceStore<V> implements CacheStore<V> {

    private final CacheStore<V> store;
    private final Set<CacheEntry<V>> seen = ConcurrentHashMap.newKeySet();

    AdmitOnceStore(CacheStore<V> store) {
        this.store = store;
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        return store.get(key);
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return seen.add(entry) ? store.put(key, entry) : completedFuture(StoreOutcome.NOT_ADMITTED);
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return store.replace(key, expected, entry);
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return store.remove(key);
    }

    @Override
    public CompletionStage<Void> clear() {
        return store.clear();
    }

    @Override
    public Optional<StoreContents> contents() {
        return store.contents();
    }
}
