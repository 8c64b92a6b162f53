package dev.larder.policies.eviction;

import org.jspecify.annotations.Nullable;

/** A resident that stands in a {@link Chain}. */
final class Linked<K> extends Resident<K> {

    @Nullable
    Chain<K> chain;

    /** The neighbour that came after this one. */
    @Nullable
    Linked<K> newer;

    /** The neighbour that came before this one. */
    @Nullable
    Linked<K> older;

    /** Requests as the algorithm counts them. */
    int hits;

    Linked(K key, long weight) {
        super(key, weight);
    }
}
