package dev.larder.policies.eviction;

import java.util.List;
import java.util.Optional;

/**
 * Decides who stays. Single-threaded, without clock or thread of its own: the very same object rules a live store and
 * the simulator. It knows which keys are resident and what they weigh; it names victims, and its owner deletes them.
 *
 * @param <K> type of the keys, with {@code equals} and {@code hashCode}
 */
public interface EvictionPolicy<K> {

    /** A resident key was requested. Ignored if the key is not resident. */
    void onHit(K key);

    /**
     * A key that is not resident was requested and is to be stored. On return the policy counts it as resident and the
     * victims as gone, within the capacity.
     *
     * @param weight bytes it occupies, at least 1
     * @param cost nanoseconds it took to fetch, or 0 if unknown
     * @return the keys that leave, in order. If the newcomer is refused, exactly the newcomer: nobody leaves for it
     */
    List<K> onStore(K key, long weight, long cost);

    /** A resident key is gone for a reason other than this policy. Ignored if the key is not resident. */
    void onRemove(K key);

    /** Lets the resident leave that would leave next for a newcomer of a byte. Empty if there are no residents. */
    Optional<K> evict();

    /** Sum of the weights of the resident keys, in bytes; at most {@link #capacity()}. */
    long weight();

    /** Bytes that resident keys may weigh together. */
    long capacity();

    /**
     * Re-derives every invariant from scratch.
     *
     * @throws IllegalStateException naming the first invariant that does not hold
     */
    void checkInvariants();
}
