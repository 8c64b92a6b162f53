package dev.larder.gateway.metrics.traffic;

import dev.larder.cache.spi.CacheKey;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers why keys have left a store, to tell why the next request for them is a miss: three words for each of the latest
 * 131,072 keys, a fixed 3 MB. Keys are identified by a secret 64-bit hash. There are no locks; of two keys recorded concurrently
 * in the same place, one may be lost.
 */
public final class EvictedKeyHistory {

    private static final int WAYS = 4;
    private static final int SETS = 1 << 15;
    private static final int WORDS = 3;
    private static final long REMOVED = Long.MIN_VALUE;
    private static final int MILLION = 1_000_000;
    private static final int THOUSAND = 1_000;

    private final AtomicLongArray words = new AtomicLongArray(SETS * WAYS * WORDS);
    private final long secret0;
    private final long secret1;

    /** Creates an empty history. */
    public EvictedKeyHistory() {
        var random = new SecureRandom();
        secret0 = random.nextLong();
        secret1 = random.nextLong();
    }

    /**
     * How a key has left.
     *
     * @param epoch epoch of the entry
     * @param freshUntil in microseconds of the steady clock
     * @param removed whether it was removed explicitly, not to make room
     */
    public record RemovedEntry(long epoch, long freshUntil, boolean removed) {

        /**
         * Returns why a request for it is a miss now, compared with a store that had kept it.
         *
         * @param invalidated whether a write has invalidated responses of this epoch
         * @param now time of the steady clock
         */
        public MissCause cause(boolean invalidated, Instant now) {
            if (removed || invalidated) {
                return MissCause.INVALIDATED;
            }
            return micros(now) < freshUntil ? MissCause.CAPACITY : MissCause.EXPIRED;
        }
    }

    /** Records that the entry under this key was evicted, or not admitted. */
    public void madeRoom(CacheKey key, long epoch, Instant freshUntil) {
        note(hash(key), epoch, micros(freshUntil));
    }

    /** Records that the entry under this key was removed. */
    public void removed(CacheKey key) {
        note(hash(key), 0, REMOVED);
    }

    /** Returns how this key has left; null if it is not known. */
    public @Nullable RemovedEntry of(CacheKey key) {
        long hash = hash(key);
        int at = find(hash);
        if (at < 0) {
            return null;
        }
        long epoch = words.get(at + 1);
        long freshUntil = words.get(at + 2);
        return words.get(at) == hash ? new RemovedEntry(epoch, freshUntil, freshUntil == REMOVED) : null;
    }

    private void note(long hash, long epoch, long freshUntil) {
        int known = find(hash);
        int free = known < 0 ? find(0, hash) : known;
        int at = free < 0 ? slot(hash, (int) (hash >>> (Long.SIZE - 2))) : free;
        words.set(at, 0);
        words.set(at + 1, epoch);
        words.set(at + 2, freshUntil);
        words.set(at, hash);
    }

    private int find(long hash) {
        return find(hash, hash);
    }

    /** Returns the index of this word in the set of that hash; negative if it is absent. */
    private int find(long word, long hash) {
        for (int way = 0; way < WAYS; way++) {
            int at = slot(hash, way);
            if (words.get(at) == word) {
                return at;
            }
        }
        return -1;
    }

    private static int slot(long hash, int way) {
        int set = (int) (hash >>> 1) & (SETS - 1);
        return (set * WAYS + way) * WORDS;
    }

    /** Zero marks an empty place. */
    private long hash(CacheKey key) {
        return key.hash(secret0, secret1) | 1;
    }

    private static long micros(Instant instant) {
        return instant.getEpochSecond() * MILLION + instant.getNano() / THOUSAND;
    }
}
