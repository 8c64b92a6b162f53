package dev.larder.gateway.actuate.access;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Limits the rate of operator actions, purges and others: a number per second, with bursts of ten seconds' worth. */
public final class OperatorActionLimit {

    /** Default number of actions per second: enough for scripts, and few enough that scans do not starve requests. */
    public static final int DEFAULT_PER_SECOND = 10;

    private static final int SECONDS_AT_ONCE = 10;

    private final int perSecond;
    private final RateLimit rate;
    private final LogThrottle refused = new LogThrottle(Duration.ofSeconds(SECONDS_AT_ONCE));

    /** Creates a limit with this number per second. */
    public OperatorActionLimit(int perSecond) {
        this.perSecond = perSecond;
        this.rate = new RateLimit(perSecond, SECONDS_AT_ONCE * perSecond);
    }

    /** Returns the number of actions per second. */
    public int perSecond() {
        return perSecond;
    }

    /** Takes one action from the limit; returns false if it is exhausted. */
    public boolean take(Instant now) {
        return rate.take(1, now);
    }

    /** Counts a rejected action; returns the number to report now, if any. */
    public OptionalLong refused(Instant now) {
        return refused.happened(now);
    }
}
