package dev.larder.gateway.actuate.access;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** How many orders of operators, purges and others, are carried out: so many a second, and ten seconds' worth at once. */
public final class OperatorActionLimit {

    /** Orders a second unless a bean says otherwise: enough for scripts, and few enough that scans do not starve requests. */
    public static final int DEFAULT_PER_SECOND = 10;

    private static final int SECONDS_AT_ONCE = 10;

    private final int perSecond;
    private final RateLimit rate;
    private final LogThrottle refused = new LogThrottle(Duration.ofSeconds(SECONDS_AT_ONCE));

    /** So many a second. */
    public OperatorActionLimit(int perSecond) {
        this.perSecond = perSecond;
        this.rate = new RateLimit(perSecond, SECONDS_AT_ONCE * perSecond);
    }

    /** How many a second. */
    public int perSecond() {
        return perSecond;
    }

    /** Whether one more may be carried out; that counts as one. */
    public boolean take(Instant now) {
        return rate.take(1, now);
    }

    /** One has been refused: how many have been since that was told, if it should be told now. */
    public OptionalLong refused(Instant now) {
        return refused.happened(now);
    }
}
