package dev.larder.insight.advisor;

import dev.larder.policies.ghost.GhostCaches;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts requests and their bytes by the strata of ghosts. Any thread counts, mostly where no other does, without waiting and
 * without allocating; one thread takes what has been counted.
 */
final class StratumCounters {

    private static final int STRIPES = 16;

    /** Numbers between those of two stripes, so that they are in different cache lines. */
    private static final int STRIDE = 16;

    /** Requests of a stripe for which it moves the clock at once. */
    private static final int TICK = 32;

    private final int strata = GhostCaches.strata();
    private final AtomicLong clock = new AtomicLong();
    private final int[] turns = new int[STRIPES * STRIDE];
    private final AtomicLongArray[] stripes = new AtomicLongArray[STRIPES];

    /** Takes what has been counted in a stratum. */
    interface Taker {
        void count(int stratum, long requests, long bytes);
    }

    StratumCounters() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new AtomicLongArray(2 * strata + STRIDE);
        }
    }

    /** Counts a read. Returns its stratum. */
    int meet(GhostCaches ghosts, long key, long bytes) {
        int stripe = Thread.currentThread().hashCode() & STRIPES - 1;
        int stratum = ghosts.stratum(key, now(stripe));
        AtomicLongArray counts = stripes[stripe];
        counts.getAndIncrement(2 * stratum);
        counts.getAndAdd(2 * stratum + 1, bytes);
        return stratum;
    }

    /** How many reads have come before, about. */
    private long now(int stripe) {
        int turn = turns[stripe * STRIDE]++ & TICK - 1;
        return turn == 0 ? clock.getAndAdd(TICK) : clock.get() - TICK + turn;
    }

    /** Hands over what has been counted since the last time; by one thread at a time. Returns how many reads it was. */
    long take(Taker taker) {
        long taken = 0;
        for (AtomicLongArray counts : stripes) {
            for (int stratum = 0; stratum < strata; stratum++) {
                long requests = counts.get(2 * stratum) == 0 ? 0 : counts.getAndSet(2 * stratum, 0);
                taken += requests;
                if (requests > 0) {
                    taker.count(stratum, requests, counts.getAndSet(2 * stratum + 1, 0));
                }
            }
        }
        return taken;
    }
}
