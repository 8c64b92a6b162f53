package dev.larder.policies.caffeine;

import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.policies.Deadlines;
import java.time.InstantSource;

/**
 * Expiry by {@link CacheEntry#dropAfter()}, in nanoseconds since this object was made, as Caffeine wants them, but of whole
 * milliseconds, which a clock tells without allocating. Reads prolong nothing.
 */
final class DropAfter<V> implements Expiry<CacheKey, Held<V>>, Ticker {

    private static final long NANOS = 1_000_000;

    /** Caffeine takes no longer lives; about 146 years. */
    private static final long LONGEST = Long.MAX_VALUE >> 1;

    private final InstantSource time;
    private final long start;

    DropAfter(InstantSource time) {
        this.time = time;
        this.start = time.millis();
    }

    @Override
    public long read() {
        return (time.millis() - start) * NANOS;
    }

    @Override
    public long expireAfterCreate(CacheKey key, Held<V> held, long now) {
        long nowMillis = start + now / NANOS;
        long deadline = Deadlines.milliOf(held.entry);
        if (deadline <= nowMillis) {
            return 0;
        }
        long left = deadline - nowMillis;
        return left < 0 || left > LONGEST / NANOS ? LONGEST : left * NANOS;
    }

    @Override
    public long expireAfterUpdate(CacheKey key, Held<V> held, long now, long left) {
        return expireAfterCreate(key, held, now);
    }

    @Override
    public long expireAfterRead(CacheKey key, Held<V> held, long now, long left) {
        return left;
    }
}
