package dev.larder.gateway.store;

import dev.larder.invalidation.EpochCounters;

/**
 * Keeps the epochs of all tags where they outlive the process, as stored responses do. Without a bean of this type they are in
 * memory.
 */
public interface EpochStorage {

    /**
     * The epochs.
     *
     * @param counters how many are kept
     * @param first the least to begin with
     */
    EpochCounters counts(int counters, long first);
}
