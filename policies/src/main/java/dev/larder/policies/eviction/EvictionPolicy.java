package dev.larder.policies.eviction;

import java.util.List;

/**
 * Decides which keys stay cached. Single-threaded, without clock or thread of its own: the same class governs a live store and
 * the simulator. A policy tracks the resident keys and their weights and selects victims; its owner deletes them.
 *
 * @param <K> type of the keys, with {@code equals} and {@code hashCode}
 */
public interface EvictionPolicy<K> {

    /** Called when a resident key is requested. Ignored if the key is not resident. */
    void onHit(K key);

    /**
     * Called when a key that is not resident is requested and about to be stored. On return the policy counts it as
     * resident and the victims as removed, within the capacity.
     *
     * @param weight size in bytes, at least 1
     * @param cost nanoseconds it took to fetch, or 0 if unknown
     * @return the evicted keys, in order. If the newcomer is refused, exactly the newcomer: nothing is evicted for it
     */
    List<K> onStore(K key, long weight, long cost);

    /** Called when a resident key is removed for a reason other than this policy. Ignored if the key is not resident. */
    void onRemove(K key);

    /** Returns the total weight of the resident keys, in bytes; at most {@link #capacity()}. */
    long weight();

    /** Returns the maximum total weight of the resident keys, in bytes. */
    long capacity();

    /**
     * Checks every invariant from scratch.
     *
     * @throws IllegalStateException that names the first violated invariant
     */
    void checkInvariants();
}
