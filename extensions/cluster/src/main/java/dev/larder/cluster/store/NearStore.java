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
 * A store of this process in front of a map that all members share. What is found behind comes to the front; whoever is told
 * that something is stored finds it through every member that has nothing else in front. Members do not tell each other of
 * what they supersede: of what a member has in front, the stamps of entries say whether it still counts. Whoever removes
 * entries whatever their stamps does so at every member, and forbids {@link #copying} meanwhile.
 *
 * <p>The map may be slow, sick or gone: then a lookup misses within its deadline, and a write counts as stored if the front
 * has it. Removing and clearing fail then, though the front is rid of it, as other members are not. Nothing that this store
 * has superseded comes back from behind, for as long as this process lives and the clocks of the members agree.
 * {@link #replace} compares with what this store sees; of two members that replace one entry, the later wins.
 */
public final class NearStore<V> implements CacheStore<V> {

    private final CacheStore<V> front;
    private final SharedMapStore<V> behind;
    private final TieredStore<V> both;
    private final LongAdder nearHits = new LongAdder();
    private volatile Predicate<CacheEntry<V>> outdated = entry -> false;

    /**
     * A store over this map.
     *
     * @param front empty, and from now on this one's alone; its methods complete at once
     * @param map shared with other members, whose codec is the same
     * @param local the clock that {@link CacheEntry#dropAfter()} refers to
     * @param shared a clock that agrees with those of other members
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

    /** What is in front. */
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

    /** For entries in front that are outdated, other members may have newer ones: they are looked for from now on. */
    public NearStore<V> renewing(Predicate<CacheEntry<V>> whatIsOutdated) {
        outdated = whatIsOutdated;
        return this;
    }

    /**
     * What other members remove or change one by one is not copied to the front while they do.
     *
     * @param permission asked before each lookup in the map; what it gives is asked when the copy is in front, which goes
     *     unless that is true
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

    /** Fails if the map does; what it holds is then no longer found through this store. */
    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return both.remove(key);
    }

    /** Fails if the map does; what it holds is then no longer found through this store. */
    @Override
    public CompletionStage<Void> clear() {
        return both.clear();
    }

    @Override
    public Optional<StoreContents> contents() {
        return front.contents().map(contents -> new NearStoreContents(contents, behind));
    }

    /** Lookups that were answered from the front. */
    public long nearHits() {
        return nearHits.sum();
    }

    /** Lookups that the map answered with an entry. */
    public long remoteHits() {
        return behind.hits();
    }

    /** Lookups that the map answered, but not with an entry that may be used. */
    public long remoteMisses() {
        return behind.misses();
    }

    /** Operations on the map that had not been answered in time. */
    public long late() {
        return behind.guard().late();
    }

    /** Operations on the map that failed, and values that could not be encoded or decoded. */
    public long faults() {
        return behind.guard().faults();
    }

    /** Operations that the map was spared, since the breaker was open. */
    public long skipped() {
        return behind.guard().skipped();
    }

    /** What the breaker between front and map is doing. */
    public CircuitBreaker.State breakerState() {
        return behind.guard().state();
    }

    /** Whether the map is left alone now. */
    public boolean open() {
        return breakerState() == CircuitBreaker.State.OPEN;
    }
}
