package dev.larder.policies.eviction;

import org.jspecify.annotations.Nullable;

/** A resident in a {@link LinkedQueue}. */
final class LinkedResident<K> extends ResidentKey<K> {

    /** The next newer neighbour. */
    @Nullable
    LinkedResident<K> newer;

    /** The next older neighbour. */
    @Nullable
    LinkedResident<K> older;

    /** Requests, as counted by the algorithm. */
    int hits;

    /** Whether it belongs to the main one of two queues. */
    boolean inMainQueue;

    LinkedResident(K key, long weight) {
        super(key, weight);
    }
}
