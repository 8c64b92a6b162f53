package dev.larder.writes;

import java.time.Duration;

/**
 * Limits of buffered writes that users rarely need to change. A bean of this type replaces the default.
 *
 * @param maxWrites maximum number of waiting writes; the limit on bytes applies first unless writes are tiny
 * @param maxRemembered maximum number of delivered writes whose outcome is retained, which bounds memory
 * @param flushTimeout maximum time that a request waits for the delivery of earlier writes
 * @param firstRetry delay before the first repetition of a failed delivery; doubled each time
 * @param longestRetry maximum delay between two repetitions, so that the recovery of an origin is noticed
 */
public record WriteSettings(
        long maxWrites, int maxRemembered, Duration flushTimeout, Duration firstRetry, Duration longestRetry) {

    /** The limits unless a bean overrides them. */
    public static final WriteSettings DEFAULT = new WriteSettings(
            1_000_000, 100_000, Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** Returns a copy with this maximum number of writes. */
    public WriteSettings withMaxWrites(long value) {
        return new WriteSettings(value, maxRemembered, flushTimeout, firstRetry, longestRetry);
    }

    /** Returns a copy with this timeout of requests. */
    public WriteSettings withFlushTimeout(Duration value) {
        return new WriteSettings(maxWrites, maxRemembered, value, firstRetry, longestRetry);
    }

    /** Returns a copy with these delays between repetitions. */
    public WriteSettings withRetries(Duration first, Duration longest) {
        return new WriteSettings(maxWrites, maxRemembered, flushTimeout, first, longest);
    }
}
