package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.tiered.TieredStore;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of this process in front of a map that all members share. Entries found in the map are copied to the front; a stored
 * entry is visible through every member that has none for the key in front. Members do not tell each other which entries they
 * supersede: the stamps of entries in front tell whether they are still valid. To remove entries regardless of their stamps, do
 * so at every member, and forbid {@link #copying} meanwhile.
 *
 * <p>The map may be slow, faulty or unreachable: a lookup then misses within its deadline, and a write counts as stored if the
 * front has it. Removing and clearing fail in that case, though they have cleared the front, as other members are unaffected.
 * Nothing superseded by this store returns from the map as long as this process lives and the clocks of the members agree. {@link
 * #replace} compares with this store's view; of two members that replace one entry, the later wins.
 */
public final class NearStore<V> implements CacheStore<V> {

    private final CacheStore<V> front;
    private final SharedMapStore<V> behind;
    private final TieredStore<V> both;
    private final LongAdder nearHits = new LongAdder();
    private volatile Predicate<CacheEntry<V>> outdated = entry -> false;

    /**
     * Creates a store over this map.
     *
     * @param front empty, and used by this store only from now on; its methods complete at once
     * @param map shared with other members, which use the same codec
     * @param local clock that {@link CacheEntry#dropAfter()} refers to
     * @param shared clock that agrees with those of other members
     */
    public NearStore(
            CacheStore<V> front,
            SharedMap map,
            EntryCodec<V> codec,
            SharedMapSettings settings,
            InstantSource local,
            InstantSource shared) {
        this.front = front;
        this.behind = new SharedMapStore<>(map, codec, settings, local, shared);
        this.both = TieredStore.writingThrough(front, behind, settings.lookup());
    }

    /** Returns the entry in front. */
    @Override
    public Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        Optional<CacheEntry<V>> found = front.getAtOnce(key);
        if (found.isPresent()) {
            nearHits.increment();
        }
        return found;
    }

    /** Never fails; completes within the deadline of a lookup, even when changes of the key are under way. */
    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        CompletionStage<Optional<CacheEntry<V>>> inFront = front.get(key);
        Optional<CacheEntry<V>> found = inFront.toCompletableFuture().join();
        if (found.isEmpty()) {
            return both.get(key);
        }
        if (!outdated.test(found.get())) {
            nearHits.increment();
            return inFront;
        }
        return both.getBehind(key).thenApply(behindIt -> behindIt.isPresent() ? behindIt : found);
    }

    /** Looks up outdated entries of the front in the map from now on, as other members may have newer ones. */
    public NearStore<V> renewing(Predicate<CacheEntry<V>> whatIsOutdated) {
        outdated = whatIsOutdated;
        return this;
    }

    /**
     * Prevents copies to the front while other members remove or change entries one by one.
     *
     * @param permission asked before each lookup in the map; its result is asked once the copy is in front, and the copy is
     *     removed unless that is true
     */
    public NearStore<V> copying(Supplier<BooleanSupplier> permission) {
        both.copying(permission);
        return this;
    }

    /** Completes when the map has it too, or has failed to take it. */
    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return both.put(key, entry);
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return both.replace(key, expected, entry);
    }

    /** Fails if the map does; this store no longer finds the map's entry then. */
    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return both.remove(key);
    }

    /** Fails if the map does; this store no longer finds the map's entries then. */
    @Override
    public CompletionStage<Void> clear() {
        return both.clear();
    }

    @Override
    public Optional<StoreContents> contents() {
        return front.contents().map(contents -> new NearStoreContents(contents, behind));
    }

    /** Returns the number of lookups answered from the front. */
    public long nearHits() {
        return nearHits.sum();
    }

    /** Returns the number of lookups that the map answered with an entry. */
    public long remoteHits() {
        return behind.hits();
    }

    /** Returns the number of lookups that the map answered without a usable entry. */
    public long remoteMisses() {
        return behind.misses();
    }

    /** Returns the number of operations on the map that timed out. */
    public long late() {
        return behind.guard().late();
    }

    /** Returns the number of operations on the map that failed, and of values that could not be encoded or decoded. */
    public long faults() {
        return behind.guard().faults();
    }

    /** Returns the number of operations skipped while the breaker was open. */
    public long skipped() {
        return behind.guard().skipped();
    }

    /** Returns the state of the circuit breaker between front and map. */
    public CircuitBreaker.State breakerState() {
        return behind.guard().state();
    }

    /** Whether the map is currently bypassed. */
    public boolean isBreakerOpen() {
        return breakerState() == CircuitBreaker.State.OPEN;
    }
}
