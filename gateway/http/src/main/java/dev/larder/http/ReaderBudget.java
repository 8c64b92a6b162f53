package dev.larder.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How far a client may fall behind while data waits for it: waiting reduces the budget, each octet that it takes increases it, and
 * nothing taken for one deadline ends it. It is to a reader what the minimum rate of content is to a sender.
 */
final class ReaderBudget {

    /** Octets a second: slower than the slowest lines in use, and faster than a client that only wants to hold a connection. */
    static final long MIN_RATE = 1024;

    private static final long NANOS_OF_AN_OCTET = TimeUnit.SECONDS.toNanos(1) / MIN_RATE;

    /** Deadlines by which a client may fall behind. */
    private static final int DEADLINES = 3;

    private final long deadline;
    private final long most;
    private long left;
    private long silent;

    /** @param deadline maximum time in which nothing is taken */
    ReaderBudget(Duration deadline) {
        this.deadline = deadline.toNanos();
        this.most = this.deadline * DEADLINES;
        this.left = most;
    }

    /** Begins anew: nothing has waited until now. */
    void refill() {
        left = most;
        silent = 0;
    }

    /**
     * Returns whether the client is too slow.
     *
     * @param nanos time since the last call
     * @param octets what it has taken in that time
     */
    boolean isSpent(long nanos, long octets) {
        silent = octets > 0 ? 0 : silent + nanos;
        left = Math.min(most, left - nanos + Math.min(octets, most / NANOS_OF_AN_OCTET) * NANOS_OF_AN_OCTET);
        return silent >= deadline || left <= 0;
    }
}
