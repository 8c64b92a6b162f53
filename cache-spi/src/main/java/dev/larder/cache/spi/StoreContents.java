package dev.larder.cache.spi;

import java.util.Optional;
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
    Optional<Stamp> stamp(CacheKey key);

    /** Keys stored now, in no order; close the stream after use. */
    Stream<CacheKey> keys();
}
