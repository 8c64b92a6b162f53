package dev.larder.policies.caffeine;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.HitBuffer;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A W-TinyLFU store (<a href="https://doi.org/10.1145/3149371">Einziger, Friedman, Manes: TinyLFU</a>) on
 * {@link Caffeine}, bounded by bytes. Maintenance runs on the threads of the callers, a bounded amount at a time, so
 * that the bound holds as soon as a write returns and no thread pool can fall behind. Hits reach Caffeine through a
 * {@link HitBuffer}, so that a hit takes no lock and allocates nothing.
 *
 * <p>Expired entries are dropped when a lookup finds them, and by writes, each of which checks a few more entries.
 *
 * <p>Caffeine weighs in {@code int}: an entry above 2<sup>31</sup> - 1 bytes is {@link StoreOutcome#TOO_LARGE} whatever
 * the bound. A new entry that W-TinyLFU does not admit is {@link StoreOutcome#STORED} and then reported as evicted.
 */
public final class CaffeineStore<V> implements CacheStore<V> {

    private static final int SWEPT_PER_WRITE = 2;

    private final long heaviest;
    private final InstantSource time;
    private final RemovalListener<V> listener;
    private final Cache<CacheKey, CaffeineNode<V>> cache;
    private final Policy<CacheKey, CaffeineNode<V>> quietly;
    private final HitBuffer<CacheKey> hits;
    private final Consumer<CacheKey> onHit;
    private final ReentrantLock chores = new ReentrantLock();
    private final CompletableFuture<Optional<CacheEntry<V>>> nothing =
            CompletableFuture.completedFuture(Optional.empty());
    private Iterator<CaffeineNode<V>> sweep = Collections.emptyIterator();

    /**
     * Creates an empty store.
     *
     * @param maxWeight bound of the total weight, in bytes; 0 stores nothing
     * @param time the clock that {@link CacheEntry#dropAfter()} refers to
     */
    public CaffeineStore(long maxWeight, InstantSource time, RemovalListener<V> listener) {
        this.heaviest = Math.min(maxWeight, Integer.MAX_VALUE);
        this.time = time;
        this.listener = listener;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxWeight)
                .weigher((CacheKey key, CaffeineNode<V> held) -> (int) held.entry.weight())
                .executor(Runnable::run)
                .removalListener(this::onCaffeineRemoval)
                .build();
        this.quietly = cache.policy();
        this.hits = new HitBuffer<>(time);
        this.onHit = key -> {
            var unused = cache.getIfPresent(key);
        };
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        CaffeineNode<V> held = quietly.getIfPresentQuietly(key);
        if (held == null) {
            return nothing;
        }
        if (held.hasPassed(time)) {
            takeExactly(held, RemovalCause.EXPIRED);
            return nothing;
        }
        int stripe = HitBuffer.stripe();
        if (hits.record(stripe, held.key)) {
            tryToDrain(stripe);
        }
        return held.answer;
    }

    private void tryToDrain(int stripe) {
        if (chores.tryLock()) {
            try {
                hits.drain(stripe, onHit);
            } finally {
                chores.unlock();
            }
        }
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        tryToDoChores();
        if (entry.weight() > heaviest) {
            take(key, RemovalCause.REPLACED);
            return completedFuture(StoreOutcome.TOO_LARGE);
        }
        cache.put(key, new CaffeineNode<>(key, entry));
        return completedFuture(StoreOutcome.STORED);
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        tryToDoChores();
        boolean tooLarge = entry.weight() > heaviest;
        while (true) {
            CaffeineNode<V> held = live(key);
            if (!Objects.equals(held == null ? null : held.entry, expected)) {
                return completedFuture(StoreOutcome.CONFLICT);
            }
            if (tooLarge ? vacate(held) : swap(held, new CaffeineNode<>(key, entry))) {
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

    /** Does the maintenance of a write: reports all recorded hits to the policy and drops the expired among a few entries. */
    private void tryToDoChores() {
        if (chores.tryLock()) {
            try {
                hits.drain(onHit);
                sweep();
            } finally {
                chores.unlock();
            }
        }
    }

    private void sweep() {
        if (!sweep.hasNext()) {
            sweep = cache.asMap().values().iterator();
        }
        for (int i = 0; i < SWEPT_PER_WRITE && sweep.hasNext(); i++) {
            CaffeineNode<V> held = sweep.next();
            if (held.hasPassed(time)) {
                takeExactly(held, RemovalCause.EXPIRED);
            }
        }
    }

    /** Returns the key's entry, unless it has expired. */
    private @Nullable CaffeineNode<V> live(CacheKey key) {
        CaffeineNode<V> held = quietly.getIfPresentQuietly(key);
        while (held != null && held.hasPassed(time)) {
            takeExactly(held, RemovalCause.EXPIRED);
            held = quietly.getIfPresentQuietly(key);
        }
        return held;
    }

    private boolean swap(@Nullable CaffeineNode<V> held, CaffeineNode<V> next) {
        var map = cache.asMap();
        return held == null ? map.putIfAbsent(next.key, next) == null : map.replace(next.key, held, next);
    }

    private boolean vacate(@Nullable CaffeineNode<V> held) {
        return held == null || takeExactly(held, RemovalCause.REPLACED);
    }

    private boolean take(CacheKey key, RemovalCause cause) {
        for (CaffeineNode<V> held = live(key); held != null; held = live(key)) {
            if (takeExactly(held, cause)) {
                return true;
            }
        }
        return false;
    }

    private boolean takeExactly(CaffeineNode<V> held, RemovalCause cause) {
        held.leaving = cause;
        return cache.asMap().remove(held.key, held);
    }

    private void onCaffeineRemoval(
            @Nullable CacheKey key,
            @Nullable CaffeineNode<V> taken,
            com.github.benmanes.caffeine.cache.RemovalCause cause) {
        CaffeineNode<V> held = requireNonNull(taken);
        listener.onRemoval(
                requireNonNull(key),
                held.entry,
                switch (cause) {
                    case EXPLICIT -> held.leaving;
                    case REPLACED -> held.hasPassed(time) ? RemovalCause.EXPIRED : RemovalCause.REPLACED;
                    case EXPIRED -> RemovalCause.EXPIRED;
                    case SIZE, COLLECTED -> RemovalCause.EVICTED;
                });
    }
}
