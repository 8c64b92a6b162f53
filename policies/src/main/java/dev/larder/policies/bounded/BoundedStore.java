package dev.larder.policies.bounded;

import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.EntryNode;
import dev.larder.policies.HitBuffer;
import dev.larder.policies.eviction.EvictionPolicy;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent store governed by any {@link EvictionPolicy}. Hits take no lock and allocate nothing: they are recorded in a
 * {@link HitBuffer}, which a thread drains while it holds the policy's lock. Writes hold that lock for a bounded amount of work.
 * Victims are removed before the new entry is added, so the stored weight never exceeds the policy's capacity.
 *
 * <p>Expired entries are dropped when a lookup finds them, and by writes, each of which checks a few more entries. A rewrite of
 * equal weight counts as a request, so that validation does not cost an entry its rank.
 */
public final class BoundedStore<V> implements CacheStore<V> {

    /**
     * Overhead of an entry in this store in bytes, beside its key and value and whatever the policy.
     * {@link CacheEntry#weight()} must include it.
     */
    public static final int ENTRY_OVERHEAD = 320;

    private static final int SWEPT_PER_WRITE = 4;

    private final ConcurrentHashMap<CacheKey, EntryNode<V>> nodes = new ConcurrentHashMap<>();
    private final HitBuffer<CacheKey> hits;
    private final ReentrantLock lock = new ReentrantLock();
    private final long capacity;
    private final Consumer<CacheKey> onHit = this::hit;
    private final InstantSource time;
    private final RemovalListener<V> listener;
    private final CompletableFuture<Optional<CacheEntry<V>>> nothing = completedFuture(Optional.empty());
    /** Guarded by the lock. */
    private final EvictionPolicy<CacheKey> policy;

    private Iterator<EntryNode<V>> sweep = Collections.emptyIterator();

    /**
     * Creates an empty store.
     *
     * @param policy empty, and from now on used by this store alone; its capacity is the bound
     * @param time the clock that {@link CacheEntry#dropAfter()} refers to
     */
    public BoundedStore(EvictionPolicy<CacheKey> policy, InstantSource time, RemovalListener<V> listener) {
        this.policy = policy;
        this.capacity = policy.capacity();
        this.time = time;
        this.hits = new HitBuffer<>(time);
        this.listener = listener;
    }

    private void evict(CacheKey victim, DeferredRemovals<V> removals) {
        removals.add(node(victim), RemovalCause.EVICTED);
        nodes.remove(victim);
    }

    private EntryNode<V> node(CacheKey resident) {
        return Objects.requireNonNull(nodes.get(resident), "resident");
    }

    private void hit(CacheKey key) {
        policy.onHit(key);
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        EntryNode<V> node = nodes.get(key);
        if (node == null) {
            return nothing;
        }
        if (node.hasPassed(time)) {
            tryToExpire(node);
            return nothing;
        }
        int stripe = HitBuffer.stripe();
        if (hits.record(stripe, node.key)) {
            tryToDrain(stripe);
        }
        return node.answer;
    }

    private void tryToDrain(int stripe) {
        if (lock.tryLock()) {
            try {
                hits.drain(stripe, onHit);
            } finally {
                lock.unlock();
            }
        }
    }

    private void tryToExpire(EntryNode<V> node) {
        if (lock.tryLock()) {
            var removals = new DeferredRemovals<V>();
            try {
                expire(node, removals);
            } finally {
                lock.unlock();
            }
            removals.tell(listener);
        }
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return completedFuture(store(key, held -> true, entry));
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return completedFuture(store(key, held -> Objects.equals(held, expected), entry));
    }

    private StoreOutcome store(CacheKey key, Predicate<@Nullable CacheEntry<V>> condition, CacheEntry<V> entry) {
        var removals = new DeferredRemovals<V>();
        StoreOutcome outcome;
        lock.lock();
        try {
            hits.drain(onHit);
            sweep(removals);
            EntryNode<V> held = live(key, removals);
            outcome = condition.test(held == null ? null : held.entry)
                    ? supersede(key, held, entry, removals)
                    : StoreOutcome.CONFLICT;
        } finally {
            lock.unlock();
        }
        removals.tell(listener);
        return outcome;
    }

    private StoreOutcome supersede(
            CacheKey key, @Nullable EntryNode<V> held, CacheEntry<V> entry, DeferredRemovals<V> removals) {
        if (held != null && held.entry.weight() == entry.weight()) {
            policy.onHit(key);
            nodes.put(key, new EntryNode<>(held.key, entry));
            removals.add(held, RemovalCause.REPLACED);
            return StoreOutcome.STORED;
        }
        if (held != null) {
            policy.onRemove(key);
            removals.add(held, RemovalCause.REPLACED);
        }
        return enter(key, entry, removals);
    }

    /** The key's current entry no longer belongs to the policy but is still in the map, to be superseded in one step. */
    private StoreOutcome enter(CacheKey key, CacheEntry<V> entry, DeferredRemovals<V> removals) {
        if (entry.weight() > capacity) {
            nodes.remove(key);
            return StoreOutcome.TOO_LARGE;
        }
        List<CacheKey> victims = policy.onStore(key, entry.weight(), entry.cost());
        boolean admitted = true;
        for (CacheKey victim : victims) {
            if (victim.equals(key)) {
                admitted = false;
            } else {
                evict(victim, removals);
            }
        }
        if (!admitted) {
            nodes.remove(key);
            return StoreOutcome.NOT_ADMITTED;
        }
        nodes.put(key, new EntryNode<>(key, entry));
        return StoreOutcome.STORED;
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        var removals = new DeferredRemovals<V>();
        EntryNode<V> held;
        lock.lock();
        try {
            held = live(key, removals);
            if (held != null) {
                leave(held, RemovalCause.REMOVED, removals);
            }
        } finally {
            lock.unlock();
        }
        removals.tell(listener);
        return completedFuture(held != null);
    }

    /** Removes entries one by one, so that no caller waits for the removal of all. */
    @Override
    public CompletionStage<Void> clear() {
        for (EntryNode<V> node : nodes.values()) {
            var removals = new DeferredRemovals<V>();
            lock.lock();
            try {
                leave(node, RemovalCause.CLEARED, removals);
            } finally {
                lock.unlock();
            }
            removals.tell(listener);
        }
        return completedFuture(null);
    }

    @Override
    public Optional<StoreContents> contents() {
        return Optional.of(new BoundedContents(nodes, capacity, this::weight));
    }

    private long weight() {
        lock.lock();
        try {
            return policy.weight();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the key's entry, unless it has expired. */
    private @Nullable EntryNode<V> live(CacheKey key, DeferredRemovals<V> removals) {
        EntryNode<V> node = nodes.get(key);
        return node == null || expire(node, removals) ? null : node;
    }

    private void sweep(DeferredRemovals<V> removals) {
        if (!sweep.hasNext()) {
            sweep = nodes.values().iterator();
        }
        for (int i = 0; i < SWEPT_PER_WRITE && sweep.hasNext(); i++) {
            expire(sweep.next(), removals);
        }
    }

    private boolean expire(EntryNode<V> node, DeferredRemovals<V> removals) {
        if (!node.hasPassed(time)) {
            return false;
        }
        leave(node, RemovalCause.EXPIRED, removals);
        return true;
    }

    /** Removes the node unless it has been removed already. */
    private void leave(EntryNode<V> node, RemovalCause cause, DeferredRemovals<V> removals) {
        if (nodes.remove(node.key, node)) {
            policy.onRemove(node.key);
            removals.add(node, cause);
        }
    }

    /** Checks every invariant from scratch, the policy's included. No write may be in progress. */
    void checkInvariants() {
        policy.checkInvariants();
        long weight =
                nodes.values().stream().mapToLong(node -> node.entry.weight()).sum();
        if (weight != policy.weight()) {
            throw new IllegalStateException("stored are " + weight + " bytes, the policy knows " + policy.weight());
        }
        nodes.forEach((key, node) -> {
            if (!key.equals(node.key)) {
                throw new IllegalStateException("violated: a key leads to its own node; found " + node.key);
            }
        });
    }
}
