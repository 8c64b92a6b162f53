package dev.larder.policies.caffeine;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store by W-TinyLFU (<a href="https://doi.org/10.1145/3149371">Einziger, Friedman, Manes: TinyLFU</a>), bounded by
 * bytes: {@link Caffeine} does the work. Its bookkeeping runs on the threads of the callers, a bounded piece at a time,
 * so that the bound holds as soon as a write returns and no pool of threads can fall behind.
 *
 * <p>Caffeine weighs in {@code int}: an entry above 2<sup>31</sup> - 1 bytes is {@link StoreOutcome#TOO_LARGE} whatever
 * the bound. A newcomer that W-TinyLFU does not admit is {@link StoreOutcome#STORED} and then told as evicted.
 */
public final class CaffeineStore<V> implements CacheStore<V> {

    private final long heaviest;
    private final RemovalListener<V> listener;
    private final Cache<CacheKey, Held<V>> cache;
    private final CompletableFuture<Optional<CacheEntry<V>>> nothing =
            CompletableFuture.completedFuture(Optional.empty());

    /**
     * An empty store.
     *
     * @param maxWeight bound of the sum of all weights, in bytes; 0 stores nothing
     * @param time the clock that {@link CacheEntry#dropAfter()} refers to
     */
    public CaffeineStore(long maxWeight, InstantSource time, RemovalListener<V> listener) {
        this.heaviest = Math.min(maxWeight, Integer.MAX_VALUE);
        this.listener = listener;
        var dropAfter = new DropAfter<V>(time);
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxWeight)
                .weigher((CacheKey key, Held<V> held) -> (int) held.entry.weight())
                .expireAfter(dropAfter)
                .ticker(dropAfter)
                .executor(Runnable::run)
                .removalListener(this::onCaffeineRemoval)
                .build();
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        Held<V> held = cache.getIfPresent(key);
        return held == null ? nothing : held.answer;
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        if (entry.weight() > heaviest) {
            take(key, RemovalCause.REPLACED);
            return completedFuture(StoreOutcome.TOO_LARGE);
        }
        cache.put(key, new Held<>(entry));
        return completedFuture(StoreOutcome.STORED);
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        boolean tooLarge = entry.weight() > heaviest;
        while (true) {
            Held<V> held = peek(key);
            if (!Objects.equals(held == null ? null : held.entry, expected)) {
                return completedFuture(StoreOutcome.CONFLICT);
            }
            if (tooLarge ? vacate(key, held) : swap(key, held, new Held<>(entry))) {
                return completedFuture(tooLarge ? StoreOutcome.TOO_LARGE : StoreOutcome.STORED);
            }
        }
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return completedFuture(take(key, RemovalCause.REMOVED));
    }

    @Override
    public CompletionStage<Void> clear() {
        cache.invalidateAll();
        return completedFuture(null);
    }

    @Override
    public Optional<StoreContents> contents() {
        return Optional.of(new CaffeineContents(cache));
    }

    private @Nullable Held<V> peek(CacheKey key) {
        return cache.policy().getIfPresentQuietly(key);
    }

    private boolean swap(CacheKey key, @Nullable Held<V> held, Held<V> next) {
        var map = cache.asMap();
        return held == null ? map.putIfAbsent(key, next) == null : map.replace(key, held, next);
    }

    private boolean vacate(CacheKey key, @Nullable Held<V> held) {
        return held == null || takeExactly(key, held, RemovalCause.REPLACED);
    }

    private boolean take(CacheKey key, RemovalCause cause) {
        for (Held<V> held = peek(key); held != null; held = peek(key)) {
            if (takeExactly(key, held, cause)) {
                return true;
            }
        }
        return false;
    }

    private boolean takeExactly(CacheKey key, Held<V> held, RemovalCause cause) {
        held.leaving = cause;
        return cache.asMap().remove(key, held);
    }

    private void onCaffeineRemoval(
            @Nullable CacheKey key, @Nullable Held<V> held, com.github.benmanes.caffeine.cache.RemovalCause cause) {
        listener.onRemoval(
                requireNonNull(key),
                requireNonNull(held).entry,
                switch (cause) {
                    case EXPLICIT -> held.leaving;
                    case REPLACED -> RemovalCause.REPLACED;
                    case EXPIRED -> RemovalCause.EXPIRED;
                    case SIZE, COLLECTED -> RemovalCause.EVICTED;
                });
    }
}
