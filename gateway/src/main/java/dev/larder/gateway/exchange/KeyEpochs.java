package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.Tag;
import dev.larder.cache.spi.TagEpoch;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Epochs of keys, in constant memory: keys share a fixed number of counters, so moving one key on may also move a few
 * others on, never too few. A resource has one epoch, by whatever name of the gateway a client asks for it. What was fetched before its key's epoch moved is not used after.
 */
final class KeyEpochs {

    private static final int COUNTERS = 1 << 16;

    private final AtomicLongArray epochs = new AtomicLongArray(COUNTERS);

    /** The key's epoch now. */
    long current(CacheKey key) {
        return epochs.get(counter(key));
    }

    /** From now on nothing counts that was fetched under an earlier epoch of this key. */
    void advance(CacheKey key) {
        epochs.incrementAndGet(counter(key));
    }

    /** The stamp of what was fetched under this epoch. */
    List<TagEpoch> stamp(CacheKey key, long epoch) {
        return List.of(new TagEpoch(new Tag("key-" + counter(key)), epoch));
    }

    /** Whether the stamp still counts. */
    boolean alive(CacheKey key, List<TagEpoch> stamp) {
        return !stamp.isEmpty() && stamp.get(0).epoch() == current(key);
    }

    private static int counter(CacheKey key) {
        int hash = CacheKeys.resource(key).hashCode();
        return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
    }
}
