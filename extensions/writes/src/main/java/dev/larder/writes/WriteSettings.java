package dev.larder.writes;

import java.time.Duration;

/**
 * Bounds of buffered writes that no user has a reason to change. A bean of this type replaces the default.
 *
 * @param maxWrites maximum number of writes that wait; the bound on bytes applies first unless writes are tiny
 * @param maxRemembered maximum number of delivered writes whose outcome is remembered, so that retention costs bounded memory
 * @param flushTimeout maximum time that a request waits for the delivery of earlier writes
 * @param firstRetry time to wait before the first repetition of a failed delivery; doubled each time
 * @param longestRetry maximum time between two repetitions, so that an origin that is back is noticed
 */
public record WriteSettings(
        long maxWrites, int maxRemembered, Duration flushTimeout, Duration firstRetry, Duration longestRetry) {

    /** The bounds unless a bean says otherwise. */
    public static final WriteSettings DEFAULT = new WriteSettings(
            1_000_000, 100_000, Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** The same, with another number of writes. */
    public WriteSettings withMaxWrites(long value) {
        return new WriteSettings(value, maxRemembered, flushTimeout, firstRetry, longestRetry);
    }

    /** The same, with another timeout of requests. */
    public WriteSettings withFlushTimeout(Duration value) {
        return new WriteSettings(maxWrites, maxRemembered, value, firstRetry, longestRetry);
    }

    /** The same, with other times between repetitions. */
    public WriteSettings withRetries(Duration first, Duration longest) {
        return new WriteSettings(maxWrites, maxRemembered, flushTimeout, first, longest);
    }
}
