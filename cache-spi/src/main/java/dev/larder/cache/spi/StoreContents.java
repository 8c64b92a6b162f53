package dev.larder.cache.spi;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** An operator's view of a store. Weakly consistent, never used on the path of a request. */
public interface StoreContents {

    /** Returns the number of stored entries. */
    long count();

    /** Returns the total weight of the stored entries, in bytes. */
    long weight();

    /** Returns the upper bound of {@link #weight()}, in bytes. */
    long maxWeight();

    /** Returns the stamp of the key's entry. The store's policy does not count this as a use of the entry. */
    Optional<EpochStamp> stamp(CacheKey key);

    /** Returns the weight of the key's entry, in bytes. The store's policy does not count this as a use of the entry. */
    OptionalLong weight(CacheKey key);

    /** Returns the stored keys, in no order. Close the stream after use. */
    Stream<CacheKey> keys();

    /**
     * Returns at most this many keys of the entries to be evicted last, the last one first; none without such an order.
     */
    default List<CacheKey> hottest(int most) {
        return List.of();
    }
}
