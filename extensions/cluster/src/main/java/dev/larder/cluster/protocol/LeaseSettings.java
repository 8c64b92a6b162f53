package dev.larder.cluster.protocol;

import java.time.Duration;
import java.util.Optional;

/**
 * What the members of a cluster have agreed on.
 *
 * @param lease for how long a member may answer from its store after it was last heard, and a writer waits for one that is
 *     not. Long beside the delays of the network and the pauses of a collector
 * @param hold for how long a write whose member has died may still be under way at its origin
 * @param strict whether a write's response waits for the others
 * @param memberFailureTimeout after which one that is silent is taken for dead without proof; empty for never, as else what it writes
 *     without being heard is not known of
 */
public record LeaseSettings(Duration lease, Duration hold, boolean strict, Optional<Duration> memberFailureTimeout) {

    private static final int BEATS = 8;

    /** By how much two clocks may disagree about the length of a lease: one part in so many. */
    private static final int DRIFT = 16;

    /** How often members are heard, in nanoseconds. */
    public long beat() {
        return lease.toNanos() / BEATS;
    }

    /** For how long the giver of a lease keeps to it, in nanoseconds. */
    long given() {
        return lease.toNanos();
    }

    /** For how long its taker relies on one that its giver keeps to for so long, in nanoseconds. */
    long taken(long giver) {
        long shorter = Math.min(giver, given());
        return shorter - shorter / DRIFT;
    }
}
