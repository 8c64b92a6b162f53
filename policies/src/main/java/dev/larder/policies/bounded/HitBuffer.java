package dev.larder.policies.bounded;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hits that the policy has not heard of yet: a ring per stripe, threads spread over stripes by their number. Recording
 * takes no lock, no compare-and-set and no memory. In return it is lossy: hits that nobody drains in time are overwritten,
 * and of two threads that race for one slot one loses its hit. A policy can do without a few.
 *
 * <p>One thread alone loses nothing if it drains its stripe whenever {@link #record} says so.
 */
final class HitBuffer<E> {

    private static final int SLOTS = 16;
    private static final int STRIPES =
            Integer.highestOneBit(Math.min(64, 4 * Runtime.getRuntime().availableProcessors()) - 1) << 1;

    /** Counters lie this far apart, and off the ends, so that no two share a cache line. */
    private static final int SPREAD = 32;

    private final AtomicReferenceArray<@Nullable E> slots = new AtomicReferenceArray<>((STRIPES + 1) * SPREAD);
    private final AtomicIntegerArray recorded = new AtomicIntegerArray((STRIPES + 1) * SPREAD);
    private final int[] drained = new int[STRIPES];

    /** The stripe of the current thread. */
    static int stripe() {
        return (int) Thread.currentThread().getId() & (STRIPES - 1);
    }

    /** Remembers a hit; {@code true} if the stripe is full now and wants to be drained. */
    boolean record(int stripe, E hit) {
        int counter = (stripe + 1) * SPREAD;
        int count = recorded.getPlain(counter);
        slots.setRelease(counter + (count & (SLOTS - 1)), hit);
        recorded.setOpaque(counter, count + 1);
        return (count & (SLOTS - 1)) == SLOTS - 1;
    }

    /** Hands over the hits of all stripes and forgets them; one thread at a time. */
    void drain(Consumer<E> policy) {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            drain(stripe, policy);
        }
    }

    /** Hands over the hits of a stripe and forgets them; one thread at a time. */
    void drain(int stripe, Consumer<E> policy) {
        int counter = (stripe + 1) * SPREAD;
        int count = recorded.getOpaque(counter);
        if (count == drained[stripe]) {
            return;
        }
        drained[stripe] = count;
        for (int slot = counter; slot < counter + SLOTS; slot++) {
            E hit = slots.getAcquire(slot);
            if (hit != null) {
                slots.setRelease(slot, null);
                policy.accept(hit);
            }
        }
    }
}
