package dev.larder.policies.tiered;

import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A memory store in front of a larger store, such as a disk, or a map that all members share. An entry that is fit for memory
 * goes to both, any other to the larger store only. Each store evicts by its own policy.
 *
 * <ul>
 *   <li>Changes of one stripe of keys take turns: each begins when the previous one is done in both stores.
 *   <li>A lookup answers from the front at once. If the front has no entry, the lookup waits for the changes in progress, and
 *       then looks in front and behind. So it never finds an entry behind that has been superseded in front.
 *   <li>An entry found behind is copied to the front in its turn, unless the version of its stripe has changed since before the
 *       lookup. A version is odd while a change is in progress.
 *   <li>A write completes when the front has taken it, and continues behind. If it is {@link #writingThrough}, or not taken in
 *       front, it completes when the larger store has answered.
 *   <li>A write through that waits too long for its turn gives up: it removes the key from the front and advances the version at
 *       once, and removes it from the larger store in its turn, unless a later write has also given up and does so.
 * </ul>
 *
 * <p>Any thread may call any method; no method blocks. A change runs on the thread that {@link StripeTurns} says, a write gives up on
 * one of {@link CompletableFuture#delayedExecutor}. The lock of a stripe ({@code doors}) prevents entries from being added to the
 * front while a write gives up, and guards {@code Pending.decided}. It is never held during a call of the larger store. {@link #clear} takes a turn of all stripes.
 */
public final class TieredStore<V> implements CacheStore<V> {

    private final CacheStore<V> front;
    private final CacheStore<V> back;
    private final Predicate<CacheEntry<V>> light;

    /** How long a reader waits for changes; null for no limit. If set, changes complete when done behind. */
    private final @Nullable Duration wait;

    /** Called before the larger store; its result says afterwards whether the entry may be copied to the front. */
    private volatile Supplier<BooleanSupplier> copying = () -> () -> true;

    private final StripeTurns turns = new StripeTurns();

    /** By key, the latest write that has waited too long and has not had its turn. */
    private final Map<CacheKey, Pending> late = new ConcurrentHashMap<>();

    /** By stripe, odd while a change is in progress: an entry read before must not be copied to the front. */
    private final AtomicLongArray versions = new AtomicLongArray(StripeTurns.STRIPES);

    /** By stripe, held while an entry is added to the front, and while a write gives up, which must find all entries in front. */
    private final Object[] doors = IntStream.range(0, StripeTurns.STRIPES)
            .mapToObj(stripe -> new Object())
            .toArray();

    /**
     * Combines both stores.
     *
     * @param front creates the memory store, empty, whose methods complete at once; receives the listener for removals
     * @param back the larger store, from now on used by this one alone
     * @param light whether an entry is fit for memory
     * @param evicted receives keys that the memory's policy has evicted and that may still be needed
     */
    public TieredStore(
            Function<RemovalListener<V>, CacheStore<V>> front,
            CacheStore<V> back,
            Predicate<CacheEntry<V>> light,
            Consumer<CacheKey> evicted) {
        this(
                front.apply((key, entry, cause) -> {
                    if (cause == RemovalCause.EVICTED) {
                        evicted.accept(key);
                    }
                }),
                back,
                light,
                null);
    }

    private TieredStore(
            CacheStore<V> front, CacheStore<V> back, Predicate<CacheEntry<V>> light, @Nullable Duration wait) {
        this.front = front;
        this.back = back;
        this.light = light;
        this.wait = wait;
    }

    /**
     * Combines both stores so that writes complete when the larger store has them, for a larger store with other
     * readers. Every entry is fit for memory.
     *
     * @param front the memory store, empty, whose methods complete at once; from now on used by this one alone
     * @param back the larger store; others change it only where it does not matter which change wins
     * @param wait how long to wait for changes in progress: after it a reader finds nothing, and a write removes the
     *     key instead
     */
    public static <V> TieredStore<V> writingThrough(CacheStore<V> front, CacheStore<V> back, Duration wait) {
        return new TieredStore<>(front, back, entry -> true, wait);
    }

    /**
     * Restricts which entries of the larger store are copied to the front, for a store that others change entry by entry.
     *
     * @param permission called before each lookup in the larger store; its result is checked before the copy is added to the
     *     front, which happens only if it is true, and again afterwards: unless it is still true, the copy is removed
     */
    public TieredStore<V> copying(Supplier<BooleanSupplier> permission) {
        copying = permission;
        return this;
    }

    @Override
    public Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        return front.getAtOnce(key);
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        CompletionStage<Optional<CacheEntry<V>>> inFront = front.get(key);
        if (inFront.toCompletableFuture().join().isPresent()) {
            return inFront;
        }
        CompletableFuture<?> before = turns.before(key);
        return before.isDone()
                ? fromBehind(key)
                : inTime(before.thenCompose(done -> front.get(key))
                        .thenCompose(found -> found.isPresent() ? completedFuture(found) : fromBehind(key)));
    }

    /** Returns the larger store's entry, for a caller that cannot use the one in memory, and copies it to the front. */
    public CompletionStage<Optional<CacheEntry<V>>> getBehind(CacheKey key) {
        CompletableFuture<?> before = turns.before(key);
        return before.isDone() ? fromBehind(key) : inTime(before.thenCompose(done -> fromBehind(key)));
    }

    private CompletableFuture<Optional<CacheEntry<V>>> inTime(CompletableFuture<Optional<CacheEntry<V>>> found) {
        return wait == null ? found : found.completeOnTimeout(Optional.empty(), wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private CompletionStage<Optional<CacheEntry<V>>> fromBehind(CacheKey key) {
        long version = versions.get(StripeTurns.stripe(key));
        BooleanSupplier permitted = copying.get();
        return back.get(key).thenApply(found -> {
            found.filter(light).ifPresent(entry -> promote(key, entry, version, permitted));
            return found;
        });
    }

    private void promote(CacheKey key, CacheEntry<V> entry, long version, BooleanSupplier permitted) {
        turns.take(key, () -> {
            synchronized (doors[StripeTurns.stripe(key)]) {
                // Checked before, too: an entry known to be invalid must not be in front even for a moment.
                if (versions.get(StripeTurns.stripe(key)) != version || !permitted.getAsBoolean()) {
                    return completedFuture(null);
                }
                CompletionStage<?> promoted = front.put(key, entry);
                return permitted.getAsBoolean() ? promoted : front.remove(key);
            }
        });
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return write(key, written -> write(key, entry, written));
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return write(
                key,
                written -> held(key).thenCompose(held -> {
                    if (Objects.equals(held.orElse(null), expected)) {
                        return write(key, entry, written);
                    }
                    written.complete(StoreOutcome.CONFLICT);
                    return completedFuture(null);
                }));
    }

    /** Runs a write in its turn. If the turn takes longer than the configured wait, the key is removed instead. */
    private CompletionStage<StoreOutcome> write(
            CacheKey key, Function<CompletableFuture<StoreOutcome>, CompletionStage<?>> write) {
        if (wait == null || turns.before(key).isDone()) {
            return change(key, write);
        }
        var pending = new Pending(key);
        Function<CompletableFuture<StoreOutcome>, CompletionStage<?>> inTime =
                mine -> pending.begin() ? write.apply(mine) : drop(key, pending);
        CompletableFuture<StoreOutcome> written = change(key, inTime).toCompletableFuture();
        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS).execute(() -> {
            if (pending.giveUp()) {
                written.complete(StoreOutcome.UNAVAILABLE);
            }
        });
        return written;
    }

    /** A write that waits for its turn: it begins or gives up, whichever comes first. */
    private final class Pending {

        private final CacheKey key;
        private boolean decided;

        Pending(CacheKey key) {
            this.key = key;
        }

        boolean begin() {
            synchronized (doors[StripeTurns.stripe(key)]) {
                boolean first = !decided;
                decided = true;
                return first;
            }
        }

        /** Runs outside its turn: removes the key from the front at once and supersedes pending promotions. */
        boolean giveUp() {
            synchronized (doors[StripeTurns.stripe(key)]) {
                if (decided) {
                    return false;
                }
                decided = true;
                // By two, as no change begins here.
                versions.addAndGet(StripeTurns.stripe(key), 2);
                late.put(key, this);
                front.remove(key);
                return true;
            }
        }
    }

    /** Removes the key instead of writing, unless another late write does so after this one. */
    private CompletionStage<?> drop(CacheKey key, Pending pending) {
        if (!late.remove(key, pending)) {
            return completedFuture(null);
        }
        front.remove(key);
        return back.remove(key);
    }

    /** Returns the key's entry to a caller that changes it. */
    private CompletionStage<Optional<CacheEntry<V>>> held(CacheKey key) {
        CompletionStage<Optional<CacheEntry<V>>> inFront = front.get(key);
        return inFront.toCompletableFuture().join().isPresent() ? inFront : back.get(key);
    }

    /** Writes to both; {@code written} completes as soon as all readers that must find the entry can. */
    private CompletionStage<Void> write(CacheKey key, CacheEntry<V> entry, CompletableFuture<StoreOutcome> written) {
        boolean inFront = light.test(entry) && tryPutInFront(key, entry);
        if (!inFront) {
            front.remove(key);
        } else if (wait == null) {
            written.complete(StoreOutcome.STORED);
        }
        return back.put(key, entry).thenAccept(behind -> written.complete(inFront ? StoreOutcome.STORED : behind));
    }

    /** Whether it is in front now: not if a later write has given up and removed the key. */
    private boolean tryPutInFront(CacheKey key, CacheEntry<V> entry) {
        synchronized (doors[StripeTurns.stripe(key)]) {
            return !late.containsKey(key)
                    && front.put(key, entry).toCompletableFuture().join() == StoreOutcome.STORED;
        }
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return change(key, removed -> {
            boolean inFront = front.remove(key).toCompletableFuture().join();
            return back.remove(key).thenAccept(behind -> removed.complete(inFront || behind));
        });
    }

    @Override
    public CompletionStage<Void> clear() {
        var cleared = new CompletableFuture<Void>();
        turns.takeAll(cleared.exceptionally(fault -> null))
                .thenCompose(done -> {
                    bumpAll();
                    return front.clear();
                })
                .thenCompose(done -> back.clear())
                .whenComplete((done, fault) -> {
                    bumpAll();
                    if (fault == null) {
                        cleared.complete(null);
                    } else {
                        cleared.completeExceptionally(fault);
                    }
                });
        return cleared;
    }

    private void bumpAll() {
        IntStream.range(0, StripeTurns.STRIPES).forEach(versions::incrementAndGet);
    }

    /** Runs a change in its turn. */
    private <T> CompletionStage<T> change(CacheKey key, Function<CompletableFuture<T>, CompletionStage<?>> change) {
        var result = new CompletableFuture<T>();
        int stripe = StripeTurns.stripe(key);
        turns.take(key, () -> {
            versions.incrementAndGet(stripe);
            CompletionStage<?> made;
            try {
                made = change.apply(result);
            } catch (RuntimeException fault) {
                made = CompletableFuture.failedFuture(fault);
            }
            return made.whenComplete((done, fault) -> {
                versions.incrementAndGet(stripe);
                if (fault != null) {
                    result.completeExceptionally(fault);
                }
            });
        });
        return result;
    }

    /** The union of both; the weights are those of both. */
    @Override
    public Optional<StoreContents> contents() {
        List<StoreContents> both = List.of(front, back).stream()
                .flatMap(store -> store.contents().stream())
                .toList();
        return both.size() == 2 ? Optional.of(new TieredContents(both.get(0), both.get(1))) : Optional.empty();
    }
}
