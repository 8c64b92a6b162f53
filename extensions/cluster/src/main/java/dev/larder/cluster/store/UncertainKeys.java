package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheKey;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keys whose last change may not have been made behind, or may be made any time later, each with a moment: what was stored
 * not after it has been superseded. The oldest doubts make way for new ones; then a moment for all keys, the horizon, takes
 * their place. A doubt has no other end, as nobody says when a change that was given up can no longer be made.
 *
 * <p>Keys are known by 64 bits of a secret hash: two with the same are refused together, at the cost of a miss. Moments are
 * microseconds on the time line that members share.
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

    /** Whether what was stored behind then may have been superseded. The key goes first, as the horizon rises before it leaves. */
    boolean refuse(CacheKey key, long storedAt) {
        Long moment = moments.isEmpty() ? null : moments.get(hash(key));
        return (moment != null && storedAt <= moment) || storedAt <= horizon.get();
    }

    /** From now on the key is in doubt: only what is stored after this moment counts. */
    void add(CacheKey key, long moment) {
        add(hash(key), moment);
    }

    /** If the key is in doubt, only what is stored after this moment counts from now on. */
    void supersede(CacheKey key, long moment) {
        if (!moments.isEmpty()) {
            long hash = hash(key);
            if (moments.containsKey(hash)) {
                add(hash, moment);
            }
        }
    }

    /** Whatever the key, only what is stored after this moment counts from now on. */
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
