package dev.larder.gateway.actuate.access;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A token bucket: a number of permits per second, of which at most a second's worth accumulates. */
public final class RateLimit {

    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double most;
    private double left;
    private @Nullable Instant last;

    /**
     * Creates a limit with this number per second.
     *
     * @param atLeast minimum capacity, however low the rate
     */
    public RateLimit(double perSecond, int atLeast) {
        this.perSecond = perSecond;
        this.most = Math.max(perSecond, atLeast);
        this.left = most;
    }

    /** Returns whether this many permits are available. */
    public synchronized boolean has(int count, Instant now) {
        if (last != null) {
            double gained = perSecond * Duration.between(last, now).toNanos() / NANOS;
            left = Math.min(most, left + Math.max(0, gained));
        }
        last = now;
        return left >= count;
    }

    /** Takes this many permits, all or none. */
    public synchronized boolean take(int count, Instant now) {
        boolean enough = has(count, now);
        left -= enough ? count : 0;
        return enough;
    }

    /** Returns permits that were not needed. */
    public synchronized void giveBack(int count) {
        left = Math.min(most, left + count);
    }
}
