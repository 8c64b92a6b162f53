package dev.larder.policies.caffeine;

import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Expiry by {@link CacheEntry#dropAfter()}, in nanoseconds since this object was made. Reads prolong nothing. */
final class DropAfter<V> implements Expiry<CacheKey, Held<V>>, Ticker {

    private final InstantSource time;
    private final Instant start;

    DropAfter(InstantSource time) {
        this.time = time;
        this.start = time.instant();
    }

    @Override
    public long read() {
        return nanosSinceStart(time.instant());
    }

    @Override
    public long expireAfterCreate(CacheKey key, Held<V> held, long now) {
        return Math.max(0, saturatingSubtract(nanosSinceStart(held.entry.dropAfter()), now));
    }

    @Override
    public long expireAfterUpdate(CacheKey key, Held<V> held, long now, long left) {
        return expireAfterCreate(key, held, now);
    }

    @Override
    public long expireAfterRead(CacheKey key, Held<V> held, long now, long left) {
        return left;
    }

    private long nanosSinceStart(Instant instant) {
        Duration elapsed = Duration.between(start, instant);
        if (Math.abs(elapsed.toSeconds()) < Long.MAX_VALUE / 2_000_000_000L) {
            return elapsed.toNanos();
        }
        return elapsed.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static long saturatingSubtract(long a, long b) {
        long difference = a - b;
        boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }
}
