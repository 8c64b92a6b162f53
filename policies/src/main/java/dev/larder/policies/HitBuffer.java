package dev.larder.policies;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hits that the policy has not heard of yet: a ring per stripe, threads spread over stripes by their number. Recording
 * takes no lock, no compare-and-set and no memory. In return it is lossy: hits that nobody drains in time are overwritten,
 * and of two threads that race for one slot one loses its hit. A policy can do without a few.
 *
 * <p>A full ring asks to be drained once a millisecond at most: that is 64,000 hits a second of one thread without any
 * loss, and beyond that a sample, as telling the policy of a hit costs more than the hit.
 */
public final class HitBuffer<E> {

    private static final int SLOTS = 64;
    private static final int STRIPES =
            Integer.highestOneBit(Math.min(64, 4 * Runtime.getRuntime().availableProcessors()) - 1) << 1;

    /** Counters lie this far apart, and off the ends, so that no two share a cache line. */
    private static final int APART = 32;

    private final InstantSource time;
    private final AtomicReferenceArray<@Nullable E> slots = new AtomicReferenceArray<>(STRIPES * SLOTS);
    private final AtomicIntegerArray recorded = new AtomicIntegerArray((STRIPES + 1) * APART);
    private final AtomicLongArray askedAt = new AtomicLongArray(STRIPES);
    private final int[] drained = new int[STRIPES];

    /** No hit has been recorded yet; {@code time} tells when a ring may ask again. */
    public HitBuffer(InstantSource time) {
        this.time = time;
    }

    /** The stripe of the current thread. */
    public static int stripe() {
        return (int) Thread.currentThread().getId() & (STRIPES - 1);
    }

    /** Remembers a hit; {@code true} if the stripe should be drained now. */
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

    /** Hands over the hits of all stripes and forgets them; one thread at a time. */
    public void drain(Consumer<E> policy) {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            drain(stripe, policy);
        }
    }

    /** Hands over the hits of a stripe, oldest first, and forgets them; one thread at a time. */
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
