package dev.larder.cache.spi;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * How the tests of {@link CacheStoreContract} come by a store, its clock, its listener and things to put into it.
 *
 * @param <V> type of the values that the store under test holds
 */
public abstract class StoreFixture<V> {

    protected static final long ROOMY = 1_000_000;
    protected static final Duration LIFE = Duration.ofHours(1);

    protected final MovableClock clock = new MovableClock();
    protected final RemovalLog<V> log = new RemovalLog<>();

    /** An empty store of this bound, in bytes, that lives on this clock and tells this listener. */
    protected abstract CacheStore<V> newStore(long maxWeight, InstantSource time, RemovalListener<V> listener);

    /** The n-th of a family of values, each different from all others. */
    protected abstract V value(int n);

    /** Whether the store promises stages that are already complete. */
    protected boolean local() {
        return true;
    }

    /** Returns when the store has told its listener of all removals so far; a store that tells later overrides this. */
    protected void settle(CacheStore<V> store) {}

    /** The n-th entry: a tenth of a kilobyte that lives for an hour. Entries of different n are different. */
    protected final CacheEntry<V> entry(int n) {
        return entry(n, 100, clock.instant().plus(LIFE));
    }

    protected final CacheEntry<V> entry(int n, long weight, Instant dropAfter) {
        return CacheEntry.of(value(n), weight, n, dropAfter);
    }

    /** Waits for a stage; a fault or ten seconds of silence fail the test. */
    protected static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** The n-th key. */
    protected static CacheKey key(int n) {
        return CacheKey.of("GET", "/items/" + n);
    }
}
