package dev.larder.gateway.store;

import dev.larder.invalidation.EpochCounters;

/**
 * Stores the epochs of all tags so that they outlive the process, like stored responses. Without a bean of this type they are
 * kept in memory.
 */
public interface EpochStorage {

    /**
     * Returns the epochs.
     *
     * @param counters number of counters
     * @param first least initial epoch
     */
    EpochCounters counts(int counters, long first);
}
