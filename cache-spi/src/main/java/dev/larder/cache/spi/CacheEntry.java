package dev.larder.cache.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * An entry of a {@link CacheStore}. Immutable.
 *
 * @param value opaque to stores
 * @param weight size of this entry in bytes, key and overhead included; at least 1
 * @param cost nanoseconds it took to fetch the value from its origin, which a hit saves. Zero if unknown
 * @param dropAfter instant after which the value is of no use, on the time line of the store's clock; a store may drop
 *     the entry later than that, but never returns it
 * @param stamp the entry's tags, and the epoch read before the value was fetched
 */
public record CacheEntry<V>(V value, long weight, long cost, Instant dropAfter, EpochStamp stamp) {

    public CacheEntry {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(dropAfter, "dropAfter");
        if (weight < 1) {
            throw new IllegalArgumentException("weight is " + weight + " bytes, must be at least 1");
        }
        if (cost < 0) {
            throw new IllegalArgumentException("cost is " + cost + " ns, must not be negative");
        }
        Objects.requireNonNull(stamp, "stamp");
    }

    /** Creates an entry without tags. */
    public static <V> CacheEntry<V> of(V value, long weight, long cost, Instant dropAfter) {
        return new CacheEntry<>(value, weight, cost, dropAfter, EpochStamp.NONE);
    }
}
