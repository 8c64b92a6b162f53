package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheKey;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keys whose last change in the map may have failed, or may still take effect later, each with a moment: anything stored up to
 * that moment has been superseded. New doubts displace the oldest; a moment for all keys, the horizon, then replaces those. A
 * doubt ends in no other way, as it is unknown when an abandoned change can no longer take effect.
 *
 * <p>Keys are identified by 64 bits of a secret hash: two keys with the same bits are refused together, at the cost of a miss.
 * Moments are microseconds on the time line that members share.
 */
final class UncertainKeys {

    private record Doubt(long hash, long moment) {}

    private final ConcurrentHashMap<Long, Long> moments = new ConcurrentHashMap<>();
    private final Deque<Doubt> oldestFirst = new ArrayDeque<>();
    private final AtomicLong horizon = new AtomicLong(Long.MIN_VALUE);
    private final int capacity;
    private final long secret0;
    private final long secret1;

    UncertainKeys(int capacity) {
        this.capacity = capacity;
        var random = new SecureRandom();
        this.secret0 = random.nextLong();
        this.secret1 = random.nextLong();
    }

    /**
     * Whether an entry stored then may have been superseded. Checks the key first, as the horizon rises before a key is dropped.
     */
    boolean mayBeSuperseded(CacheKey key, long storedAt) {
        Long moment = moments.isEmpty() ? null : moments.get(hash(key));
        return (moment != null && storedAt <= moment) || storedAt <= horizon.get();
    }

    /** Marks a key as uncertain: only entries stored after this moment count. */
    void add(CacheKey key, long moment) {
        add(hash(key), moment);
    }

    /** Raises the moment of a key that is uncertain already: only entries stored after it count. */
    void supersede(CacheKey key, long moment) {
        if (!moments.isEmpty()) {
            long hash = hash(key);
            if (moments.containsKey(hash)) {
                add(hash, moment);
            }
        }
    }

    /** Raises the moment of all keys: only entries stored after it count. */
    void addAll(long moment) {
        horizon.accumulateAndGet(moment, Math::max);
    }

    private synchronized void add(long hash, long moment) {
        moments.merge(hash, moment, Math::max);
        oldestFirst.add(new Doubt(hash, moment));
        if (oldestFirst.size() > capacity) {
            Doubt oldest = oldestFirst.remove();
            if (moments.getOrDefault(oldest.hash, Long.MIN_VALUE) == oldest.moment) {
                // The change itself was made a microsecond later, and may be superseded before it arrives.
                addAll(oldest.moment + 1);
                moments.remove(oldest.hash);
            }
        }
    }

    private long hash(CacheKey key) {
        return key.hash(secret0, secret1);
    }
}
