package dev.larder.policies;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Buffers hits until a thread reports them to the eviction policy: a ring per stripe, with threads spread over stripes by thread
 * id. Recording takes no lock, no compare-and-set and no memory. The buffer is lossy in return: hits that are not drained in time
 * are overwritten, and of two threads that race for one slot one loses its hit. A policy tolerates a few lost hits.
 *
 * <p>A full ring requests draining once a millisecond at most. One thread can record 64,000 hits a second without loss; beyond
 * that the policy receives a sample, because reporting a hit costs more than the hit.
 */
public final class HitBuffer<E> {

    private static final int SLOTS = 64;
    private static final int STRIPES =
            Integer.highestOneBit(Math.min(64, 4 * Runtime.getRuntime().availableProcessors()) - 1) << 1;

    /** Distance between counters, and from both ends of the array, so that no two share a cache line. */
    private static final int APART = 32;

    private final InstantSource time;
    private final AtomicReferenceArray<@Nullable E> slots = new AtomicReferenceArray<>(STRIPES * SLOTS);
    private final AtomicIntegerArray recorded = new AtomicIntegerArray((STRIPES + 1) * APART);
    private final AtomicLongArray askedAt = new AtomicLongArray(STRIPES);
    private final int[] drained = new int[STRIPES];

    /** Creates an empty buffer; {@code time} limits how often a ring requests draining. */
    public HitBuffer(InstantSource time) {
        this.time = time;
    }

    /** Returns the stripe of the current thread. */
    public static int stripe() {
        return (int) Thread.currentThread().getId() & (STRIPES - 1);
    }

    /** Records a hit; {@code true} if the caller should drain the stripe now. */
    public boolean record(int stripe, E hit) {
        int counter = (stripe + 1) * APART;
        int count = recorded.getPlain(counter);
        int slot = count & (SLOTS - 1);
        slots.setRelease(stripe * SLOTS + slot, hit);
        recorded.setOpaque(counter, count + 1);
        return slot == SLOTS - 1 && isDue(stripe);
    }

    private boolean isDue(int stripe) {
        long now = time.millis();
        boolean due = askedAt.getOpaque(stripe) != now;
        askedAt.setOpaque(stripe, now);
        return due;
    }

    /** Passes the hits of all stripes to the policy and removes them. One thread at a time. */
    public void drain(Consumer<E> policy) {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            drain(stripe, policy);
        }
    }

    /** Passes the hits of a stripe to the policy, oldest first, and removes them. One thread at a time. */
    public void drain(int stripe, Consumer<E> policy) {
        int count = recorded.getOpaque((stripe + 1) * APART);
        int fresh = Math.min(Math.abs(count - drained[stripe]), SLOTS);
        drained[stripe] = count;
        for (int age = fresh; age > 0; age--) {
            int slot = stripe * SLOTS + (count - age & (SLOTS - 1));
            E hit = slots.getAcquire(slot);
            if (hit != null) {
                slots.setRelease(slot, null);
                policy.accept(hit);
            }
        }
    }
}
