package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheKey;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Another map that has nothing but what is in front too, so its bytes count there. It is not asked for keys that it does not
 * have, which are most of those that a contract asks for.
 */
final class FrontBackedMap implements SharedMap {

    private final SharedMap map;
    private final int largest;
    private final Set<CacheKey> set = ConcurrentHashMap.newKeySet();

    FrontBackedMap(SharedMap map, int largest) {
        this.map = map;
        this.largest = largest;
    }

    /** From now on the key is not there, until it is set again. */
    void forget(CacheKey key) {
        set.remove(key);
    }

    @Override
    public CompletionStage<Optional<byte[]>> get(byte[] key) {
        return set.contains(CacheKey.ofEncoded(key))
                ? map.get(key)
                : CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<Void> set(byte[] key, Supplier<byte[]> value, Duration timeToLive) {
        set.add(CacheKey.ofEncoded(key));
        return map.set(key, value, timeToLive);
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key) {
        set.remove(CacheKey.ofEncoded(key));
        return map.remove(key);
    }

    @Override
    public CompletionStage<Void> clear() {
        return map.clear();
    }

    @Override
    public Stream<byte[]> keys() {
        return map.keys();
    }

    @Override
    public long count() {
        return map.count();
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public long maxBytes() {
        return 0;
    }

    @Override
    public int largest() {
        return largest;
    }
}
