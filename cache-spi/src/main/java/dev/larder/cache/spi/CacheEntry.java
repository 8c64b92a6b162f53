package dev.larder.cache.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * What a store keeps under a key. Immutable.
 *
 * @param value opaque to stores
 * @param weight bytes that this entry occupies, key and overhead included; at least 1
 * @param cost nanoseconds it took to obtain the value from its origin; what a hit saves. Zero if unknown
 * @param dropAfter instant after which nobody can use the value any more, on the time line of the store's clock; a store
 *     drops the entry at its leisure, but never returns it later than that
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

    /** An entry without tags. */
    public static <V> CacheEntry<V> of(V value, long weight, long cost, Instant dropAfter) {
        return new CacheEntry<>(value, weight, cost, dropAfter, EpochStamp.NONE);
    }
}
