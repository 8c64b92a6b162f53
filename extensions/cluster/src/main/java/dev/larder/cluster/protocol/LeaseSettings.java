package dev.larder.cluster.protocol;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings that all members of a cluster share.
 *
 * @param lease how long a member may answer from its store after it was last heard, and a writer waits for a silent member.
 *     Should be long compared with network delays and collector pauses
 * @param hold how long a write of a dead member may still be in progress at its origin
 * @param strict whether a write's response waits for the other members
 * @param memberFailureTimeout how long a silent member is waited for before it counts as dead without proof; empty for never, as
 *     otherwise its unheard writes would go unnoticed
 */
public record LeaseSettings(Duration lease, Duration hold, boolean strict, Optional<Duration> memberFailureTimeout) {

    private static final int BEATS = 8;

    /** By how much two clocks may disagree about the length of a lease, as the divisor of that length. */
    private static final int DRIFT = 16;

    /** Returns the interval between heartbeats, in nanoseconds. */
    public long beat() {
        return lease.toNanos() / BEATS;
    }

    /** Returns how long the grantor honors a lease, in nanoseconds. */
    long given() {
        return lease.toNanos();
    }

    /** Returns how long the holder relies on a lease that its grantor honors for so long, in nanoseconds. */
    long taken(long giver) {
        long shorter = Math.min(giver, given());
        return shorter - shorter / DRIFT;
    }
}
