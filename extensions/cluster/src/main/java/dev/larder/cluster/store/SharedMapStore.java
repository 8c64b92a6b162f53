package dev.larder.cluster.store;

import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EntryCodec.EntryParts;
import dev.larder.cache.spi.StoreOutcome;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shared map as a store. Lookups and writes never fail: a failure is a miss, or {@link StoreOutcome#UNAVAILABLE}. Changes of
 * one key must be made one after another; the store in front ensures that.
 */
final class SharedMapStore<V> implements CacheStore<V> {

    private final SharedMap map;
    private final EntryCodec<V> codec;
    private final SharedMapSettings settings;
    private final TimelineConverter time;
    private final SharedMapCircuitBreaker breaker;
    private final UncertainKeys uncertain;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    SharedMapStore(
            SharedMap map, EntryCodec<V> codec, SharedMapSettings settings, InstantSource local, InstantSource shared) {
        this.map = map;
        this.codec = codec;
        this.settings = settings;
        this.time = new TimelineConverter(local, shared);
        this.breaker = new SharedMapCircuitBreaker(settings, local);
        this.uncertain = new UncertainKeys(settings.doubts());
    }

    SharedMapCircuitBreaker guard() {
        return breaker;
    }

    SharedMap map() {
        return map;
    }

    /** Returns the number of lookups that found an entry. */
    long hits() {
        return hits.sum();
    }

    /** Returns the number of lookups that were answered without a usable entry. */
    long misses() {
        return misses.sum();
    }

    @Override
    public CompletableFuture<Optional<CacheEntry<V>>> get(CacheKey key) {
        byte[] encoded = key.encoded();
        return breaker.ask(settings.lookup(), () -> map.get(encoded))
                .handle((found, fault) -> fault == null ? counted(usable(key, encoded, found)) : Optional.empty());
    }

    private Optional<CacheEntry<V>> counted(Optional<CacheEntry<V>> found) {
        (found.isPresent() ? hits : misses).increment();
        return found;
    }

    private Optional<CacheEntry<V>> usable(CacheKey key, byte[] encoded, Optional<byte[]> found) {
        return found.flatMap(bytes -> SharedMapEntry.decode(encoded, bytes))
                .filter(envelope -> !uncertain.mayBeSuperseded(key, envelope.storedAt()))
                .flatMap(this::open)
                .filter(entry -> !time.hasPassed(entry.dropAfter()));
    }

    private Optional<CacheEntry<V>> open(SharedMapEntry envelope) {
        CacheEntry<EntryHead> entry = envelope.entry();
        try {
            return codec.decode(entry.value(), new ArrayList<>(envelope.contents()))
                    .map(value -> new CacheEntry<>(
                            value, entry.weight(), entry.cost(), time.toLocal(entry.dropAfter()), entry.stamp()));
        } catch (RuntimeException fault) {
            breaker.fault();
            return Optional.empty();
        }
    }

    /**
     * Returns {@link StoreOutcome#TOO_LARGE} for an entry that is too large or partly in files, and leaves nothing under the key.
     */
    @Override
    public CompletableFuture<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        byte[] encoded = key.encoded();
        long now = time.tick();
        Optional<Supplier<byte[]>> bytes = bytes(encoded, entry, now);
        if (bytes.isEmpty()) {
            return erase(key).handle((erased, fault) -> StoreOutcome.TOO_LARGE);
        }
        uncertain.supersede(key, now - 1);
        var over = new AtomicBoolean();
        return breaker.ask(
                        settings.change(),
                        () -> map.set(encoded, unless(over, bytes.get()), time.until(entry.dropAfter())))
                .handle((done, fault) -> {
                    over.set(true);
                    if (fault == null) {
                        return StoreOutcome.STORED;
                    }
                    uncertain.add(key, now - 1);
                    return StoreOutcome.UNAVAILABLE;
                });
    }

    /** Cancels a set that begins after its caller has stopped waiting. */
    private static Supplier<byte[]> unless(AtomicBoolean over, Supplier<byte[]> bytes) {
        return () -> {
            if (over.get()) {
                throw new CancellationException("it took too long before it was begun");
            }
            return bytes.get();
        };
    }

    /** Returns a supplier that encodes the entry later, as the bytes take as much memory as the contents. */
    private Optional<Supplier<byte[]>> bytes(byte[] key, CacheEntry<V> entry, long now) {
        if (entry.weight() > map.largest()) {
            return Optional.empty();
        }
        try {
            EntryParts parts = codec.encode(entry.value());
            var outside = new CacheEntry<>(
                    parts.head(), entry.weight(), entry.cost(), time.toShared(entry.dropAfter()), entry.stamp());
            return SharedMapEntry.carriable(
                            parts.contents(), map.largest() - parts.head().bytes().length)
                    .map(contents -> () -> new SharedMapEntry(now, outside, contents).encode(key));
        } catch (RuntimeException fault) {
            breaker.fault();
            return Optional.empty();
        }
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return get(key).thenCompose(held ->
                Objects.equals(held.orElse(null), expected) ? put(key, entry) : completedFuture(StoreOutcome.CONFLICT));
    }

    /** Looks up first: an entry that was unusable counts as absent. */
    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return get(key).thenCompose(held -> erase(key).thenApply(erased -> held.isPresent()));
    }

    private CompletableFuture<Boolean> erase(CacheKey key) {
        byte[] encoded = key.encoded();
        long now = time.tick();
        uncertain.supersede(key, now);
        return breaker.insist(settings.change(), () -> map.remove(encoded)).whenComplete((done, fault) -> {
            if (fault != null) {
                uncertain.add(key, now);
            }
        });
    }

    /** Invalidates all earlier entries even if the map fails: a late change might bring one back. */
    @Override
    public CompletionStage<Void> clear() {
        uncertain.addAll(time.tick());
        return breaker.insist(settings.clear(), map::clear);
    }
}
