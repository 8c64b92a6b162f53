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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A memory in front of a larger store, such as a disk, or a map that all members share. An entry that is fit for memory goes to
 * both, any other to the larger store only. Each store evicts by its own policy.
 *
 * <ul>
 *   <li>Changes of one stripe of keys take turns: each begins when the one before is done in both stores.
 *   <li>A lookup answers from the front at once. If the front has nothing, it waits for the changes under way, and then looks
 *       in front and behind. So it never finds behind what has been superseded in front.
 *   <li>An entry found behind is copied to the front in its turn, unless the version of its stripe has moved since before
 *       the lookup. A version is odd while a change is under way.
 *   <li>A write is done when the front has taken it, and goes on behind; if it is {@link #writingThrough}, or not taken in
 *       front, when the larger store has answered.
 *   <li>A write through that waits too long for its turn gives up: it empties the front and moves the version at once, and
 *       empties the larger store when its turn comes, unless a later write has given up as well and does so.
 * </ul>
 *
 * <p>Any thread calls any method, and none waits. A turn runs on the caller's thread, or on the one that ended the turn
 * before; a write gives up on a thread of {@link CompletableFuture#delayedExecutor}. The door of a stripe keeps entries from
 * coming to the front while a write gives up, and guards {@code Pending.decided}. It is never held while the larger store is
 * asked. {@link #clear} takes a turn of all stripes; the monitor keeps two of them from waiting for each other.
 */
public final class TieredStore<V> implements CacheStore<V> {

    private static final int STRIPES = 1024;

    /** Turns that have ended on this thread, whose successors are still to be told. */
    private static final ThreadLocal<Deque<CompletableFuture<@Nullable Void>>> OVER =
            ThreadLocal.withInitial(ArrayDeque::new);

    private final CacheStore<V> front;
    private final CacheStore<V> back;
    private final Predicate<CacheEntry<V>> light;

    /** How long a reader waits for changes; null if as long as they take. Given, changes are done when done behind. */
    private final @Nullable Duration wait;

    /** Asked before the larger store is: says afterwards whether what was found there may come to the front. */
    private volatile Supplier<BooleanSupplier> copying = () -> () -> true;

    /** By stripe, what completes when all changes so far are done; it never fails. */
    private final AtomicReferenceArray<CompletableFuture<?>> changes = new AtomicReferenceArray<>(STRIPES);

    /** By key, the latest of the writes that have waited too long and have not had their turn. */
    private final Map<CacheKey, Pending> late = new ConcurrentHashMap<>();

    /** By stripe, odd while something changes: what was read before is not to be kept. */
    private final AtomicLongArray versions = new AtomicLongArray(STRIPES);

    /** By stripe, held while something comes to the front, and while a write gives up waiting: it must find all in front. */
    private final Object[] doors =
            IntStream.range(0, STRIPES).mapToObj(stripe -> new Object()).toArray();

    /**
     * Both stores as one.
     *
     * @param front makes the memory, empty, its methods complete at once; told whom to tell of removals
     * @param back the larger store, this one's alone from now on
     * @param light whether an entry is fit for memory
     * @param evicted told of keys that the memory's policy has evicted and that may be wanted still
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
        for (int i = 0; i < STRIPES; i++) {
            changes.set(i, completedFuture(null));
        }
    }

    /**
     * Both stores as one whose writes are done when they are done behind, for a larger store that others read too. Every entry
     * is fit for memory.
     *
     * @param front the memory, empty, its methods complete at once; this one's alone from now on
     * @param back the larger store, changed by others only where nobody minds which change wins
     * @param wait after which whoever waits for changes under way does without: a reader finds nothing, and instead of
     *     being written the key is emptied
     */
    public static <V> TieredStore<V> writingThrough(CacheStore<V> front, CacheStore<V> back, Duration wait) {
        return new TieredStore<>(front, back, entry -> true, wait);
    }

    /**
     * Of what the larger store has, only that comes to the front which may be copied: for one that others change entry by
     * entry.
     *
     * @param permission asked before each lookup there; what it gives is asked before the copy comes to the front, which it
     *     does not unless that is true, and when it is there, from where it goes unless that is true still
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
        CompletableFuture<?> before = changes.get(stripe(key));
        return before.isDone()
                ? fromBehind(key)
                : inTime(before.thenCompose(done -> front.get(key))
                        .thenCompose(found -> found.isPresent() ? completedFuture(found) : fromBehind(key)));
    }

    /** What the larger store has, for one who cannot use what the memory has; it comes to the front. */
    public CompletionStage<Optional<CacheEntry<V>>> getBehind(CacheKey key) {
        CompletableFuture<?> before = changes.get(stripe(key));
        return before.isDone() ? fromBehind(key) : inTime(before.thenCompose(done -> fromBehind(key)));
    }

    private CompletableFuture<Optional<CacheEntry<V>>> inTime(CompletableFuture<Optional<CacheEntry<V>>> found) {
        return wait == null ? found : found.completeOnTimeout(Optional.empty(), wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private CompletionStage<Optional<CacheEntry<V>>> fromBehind(CacheKey key) {
        long version = versions.get(stripe(key));
        BooleanSupplier permitted = copying.get();
        return back.get(key).thenApply(found -> {
            found.filter(light).ifPresent(entry -> promote(key, entry, version, permitted));
            return found;
        });
    }

    private void promote(CacheKey key, CacheEntry<V> entry, long version, BooleanSupplier permitted) {
        inTurn(key, () -> {
            synchronized (doors[stripe(key)]) {
                // Asked before, too: what is known to be wrong must not be in front even for a moment.
                if (versions.get(stripe(key)) != version || !permitted.getAsBoolean()) {
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

    /** Makes a write in its turn; if that takes longer than anybody waits for it, the key holds nothing instead. */
    private CompletionStage<StoreOutcome> write(
            CacheKey key, Function<CompletableFuture<StoreOutcome>, CompletionStage<?>> write) {
        if (wait == null || changes.get(stripe(key)).isDone()) {
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
            synchronized (doors[stripe(key)]) {
                boolean first = !decided;
                decided = true;
                return first;
            }
        }

        /** Not in its turn: the front is rid of the key at once, and what is still to be promoted has been superseded. */
        boolean giveUp() {
            synchronized (doors[stripe(key)]) {
                if (decided) {
                    return false;
                }
                decided = true;
                // By two, as nothing begins here.
                versions.addAndGet(stripe(key), 2);
                late.put(key, this);
                front.remove(key);
                return true;
            }
        }
    }

    /** Empties the key instead of writing, unless another write that was late as well does so after this one. */
    private CompletionStage<?> drop(CacheKey key, Pending pending) {
        if (!late.remove(key, pending)) {
            return completedFuture(null);
        }
        front.remove(key);
        return back.remove(key);
    }

    /** What the key holds; to be asked by whoever changes it. */
    private CompletionStage<Optional<CacheEntry<V>>> held(CacheKey key) {
        CompletionStage<Optional<CacheEntry<V>>> inFront = front.get(key);
        return inFront.toCompletableFuture().join().isPresent() ? inFront : back.get(key);
    }

    /** Writes to both; {@code written} hears of it as soon as those who have to find it can. */
    private CompletionStage<Void> write(CacheKey key, CacheEntry<V> entry, CompletableFuture<StoreOutcome> written) {
        boolean inFront = light.test(entry) && toFront(key, entry);
        if (!inFront) {
            front.remove(key);
        } else if (wait == null) {
            written.complete(StoreOutcome.STORED);
        }
        return back.put(key, entry).thenAccept(behind -> written.complete(inFront ? StoreOutcome.STORED : behind));
    }

    /** Whether it is in front now: not if a write that came later has given up waiting, and said that nothing is there. */
    private boolean toFront(CacheKey key, CacheEntry<V> entry) {
        synchronized (doors[stripe(key)]) {
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
        allChangesBefore(cleared.exceptionally(fault -> null))
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

    /** What completes when all changes so far are done. One caller after another, lest two wait for each other. */
    private synchronized CompletableFuture<?> allChangesBefore(CompletableFuture<?> next) {
        return CompletableFuture.allOf(IntStream.range(0, STRIPES)
                .mapToObj(stripe -> changes.getAndSet(stripe, next))
                .toArray(CompletableFuture[]::new));
    }

    private void bumpAll() {
        IntStream.range(0, STRIPES).forEach(versions::incrementAndGet);
    }

    /** Makes a change in its turn. */
    private <T> CompletionStage<T> change(CacheKey key, Function<CompletableFuture<T>, CompletionStage<?>> change) {
        var result = new CompletableFuture<T>();
        int stripe = stripe(key);
        inTurn(key, () -> {
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

    /** Runs an action when all changes of its stripe that came before are done. */
    private void inTurn(CacheKey key, Supplier<CompletionStage<?>> action) {
        var mine = new CompletableFuture<@Nullable Void>();
        CompletableFuture<?> before = changes.getAndSet(stripe(key), mine);
        before.thenCompose(done -> action.get()).whenComplete((done, fault) -> complete(mine));
    }

    /** Completes it: of those that wait for one another, each when the one before has returned, so the stack bears any number. */
    private static void complete(CompletableFuture<@Nullable Void> turn) {
        Deque<CompletableFuture<@Nullable Void>> over = OVER.get();
        over.add(turn);
        if (over.size() == 1) {
            for (var next = turn; next != null; next = over.peek()) {
                next.complete(null);
                over.remove();
            }
        }
    }

    private static int stripe(CacheKey key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & (STRIPES - 1);
    }

    /** Whatever is in one of them; the weights of both. */
    @Override
    public Optional<StoreContents> contents() {
        List<StoreContents> both = List.of(front, back).stream()
                .flatMap(store -> store.contents().stream())
                .toList();
        return both.size() == 2 ? Optional.of(new TieredContents(both.get(0), both.get(1))) : Optional.empty();
    }
}
