package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.rfc9111.ResponseVariants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that completes replacements at once, or when the test says so. */
public final class ManualStore implements CacheStore<ResponseVariants> {

    public final Map<CacheKey, CacheEntry<ResponseVariants>> entries = new HashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();
    boolean late;
    public int removals;

    void complete() {
        List.copyOf(waiting).forEach(Runnable::run);
        waiting.clear();
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
    public CompletionStage<StoreOutcome> replace(
            CacheKey key, @Nullable CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
        if (!late) {
            return put(key, entry);
        }
        var result = new CompletableFuture<StoreOutcome>();
        waiting.add(() -> {
            entries.put(key, entry);
            result.complete(StoreOutcome.STORED);
        });
        return result;
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        removals++;
        return CompletableFuture.completedFuture(entries.remove(key) != null);
    }

    @Override
    public CompletionStage<Void> clear() {
        entries.clear();
        return CompletableFuture.completedFuture(null);
    }
}
