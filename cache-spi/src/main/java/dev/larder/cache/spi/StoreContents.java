package dev.larder.cache.spi;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** An operator's view of a store: weakly consistent, never on the path of a request. */
public interface StoreContents {

    /** Entries stored now. */
    long count();

    /** Sum of the weights of the entries stored now, in bytes. */
    long weight();

    /** What {@link #weight()} never exceeds, in bytes. */
    long maxWeight();

    /** The stamp of what is stored under the key; to the store's policy looking at it is no use of the entry. */
    Optional<EpochStamp> stamp(CacheKey key);

    /** The weight of what is stored under the key, in bytes; looking at it is no use of the entry either. */
    OptionalLong weight(CacheKey key);

    /** Keys stored now, in no order; close the stream after use. */
    Stream<CacheKey> keys();

    /** So many keys at most of those that the store would give up last, that one first; none if it has no such order at hand. */
    default List<CacheKey> hottest(int most) {
        return List.of();
    }
}
