package dev.larder.insight.advisor;

import dev.larder.policies.ghost.GhostCaches;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts requests and their bytes by stratum of the ghost caches. Any thread counts, mostly without contention, and never blocks
 * or allocates; one thread collects the counts.
 */
final class StratumCounters {

    private static final int STRIPES = 16;

    /** Distance between the numbers of two stripes, which places them in different cache lines. */
    private static final int STRIDE = 16;

    /** Number of requests of a stripe after which it advances the clock, by that number. */
    private static final int TICK = 32;

    private final int strata = GhostCaches.strata();
    private final AtomicLong clock = new AtomicLong();
    private final int[] turns = new int[STRIPES * STRIDE];
    private final AtomicLongArray[] stripes = new AtomicLongArray[STRIPES];

    /** Receives the counts of a stratum. */
    interface Taker {
        void count(int stratum, long requests, long bytes);
    }

    StratumCounters() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new AtomicLongArray(2 * strata + STRIDE);
        }
    }

    /** Counts a read and returns its stratum. */
    int meet(GhostCaches ghosts, long key, long bytes) {
        int stripe = Thread.currentThread().hashCode() & STRIPES - 1;
        int stratum = ghosts.stratum(key, now(stripe));
        AtomicLongArray counts = stripes[stripe];
        // Before the request: whoever takes a request finds its bytes there.
        counts.getAndAdd(2 * stratum + 1, bytes);
        counts.getAndIncrement(2 * stratum);
        return stratum;
    }

    /** Returns the approximate number of earlier reads. */
    private long now(int stripe) {
        int turn = turns[stripe * STRIDE]++ & TICK - 1;
        return turn == 0 ? clock.getAndAdd(TICK) : clock.get() - TICK + turn;
    }

    /** Passes on the counts since the last call; called by one thread at a time. */
    void take(Taker taker) {
        for (AtomicLongArray counts : stripes) {
            for (int stratum = 0; stratum < strata; stratum++) {
                long requests = counts.get(2 * stratum) == 0 ? 0 : counts.getAndSet(2 * stratum, 0);
                if (requests > 0) {
                    taker.count(stratum, requests, counts.getAndSet(2 * stratum + 1, 0));
                }
            }
        }
    }
}
