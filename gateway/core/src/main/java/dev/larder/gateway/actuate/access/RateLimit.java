package dev.larder.gateway.actuate.access;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** So many of something a second, and no more than a second's worth saved up. */
public final class RateLimit {

    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double most;
    private double left;
    private @Nullable Instant last;

    /**
     * So many a second.
     *
     * @param atLeast how many can be saved up at least, however few come in a second
     */
    public RateLimit(double perSecond, int atLeast) {
        this.perSecond = perSecond;
        this.most = Math.max(perSecond, atLeast);
        this.left = most;
    }

    /** Whether so many could be taken. */
    public synchronized boolean has(int count, Instant now) {
        if (last != null) {
            double gained = perSecond * Duration.between(last, now).toNanos() / NANOS;
            left = Math.min(most, left + Math.max(0, gained));
        }
        last = now;
        return left >= count;
    }

    /** Takes so many, all or none. */
    public synchronized boolean take(int count, Instant now) {
        boolean enough = has(count, now);
        left -= enough ? count : 0;
        return enough;
    }

    /** What was taken was not needed. */
    public synchronized void giveBack(int count) {
        left = Math.min(most, left + count);
    }
}
