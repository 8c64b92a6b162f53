package dev.larder.policies.tiered;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Another store, whose answers come when the test lets them: what is asked first is done first. */
class SlowStore<V> implements CacheStore<V> {

    private final CacheStore<V> store;
    private final Deque<Runnable> asked = new ArrayDeque<>();
    private boolean slow;

    SlowStore(CacheStore<V> store) {
        this.store = store;
    }

    /** From now on nothing is answered by itself. */
    void slowDown() {
        slow = true;
    }

    /** From now on what is asked is answered at once again. */
    void speedUp() {
        slow = false;
    }

    /** Answers what was asked first; whether there was something. */
    boolean answerOne() {
        Runnable next;
        synchronized (asked) {
            next = asked.poll();
        }
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** Answers everything. */
    void answerAll() {
        while (answerOne()) {}
    }

    private <T> CompletionStage<T> later(Supplier<CompletionStage<T>> operation) {
        if (!slow) {
            return operation.get();
        }
        var result = new CompletableFuture<T>();
        synchronized (asked) {
            asked.add(() -> operation.get().thenAccept(result::complete));
        }
        return result;
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        return later(() -> store.get(key));
    }

    @Override
    public Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        return Optional.empty();
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return later(() -> store.put(key, entry));
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return later(() -> store.replace(key, expected, entry));
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return later(() -> store.remove(key));
    }

    @Override
    public CompletionStage<Void> clear() {
        return later(store::clear);
    }

    @Override
    public Optional<StoreContents> contents() {
        return store.contents();
    }
}
