package dev.larder.policies.eviction;

import org.jspecify.annotations.Nullable;

/** A resident that stands in a {@link LinkedQueue}. */
final class LinkedResident<K> extends ResidentKey<K> {

    @Nullable
    LinkedQueue<K> chain;

    /** The neighbour that came after this one. */
    @Nullable
    LinkedResident<K> newer;

    /** The neighbour that came before this one. */
    @Nullable
    LinkedResident<K> older;

    /** Requests as the algorithm counts them. */
    int hits;

    LinkedResident(K key, long weight) {
        super(key, weight);
    }
}
