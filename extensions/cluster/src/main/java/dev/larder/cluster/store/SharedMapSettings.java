package dev.larder.cluster.store;

import java.time.Duration;

/**
 * Deadlines of the shared map, and settings of its circuit breaker.
 *
 * @param lookup deadline of a lookup; an operation that takes longer counts as failed to the breaker
 * @param change deadline after which a set or remove counts as failed, though it may still be made; a clear has forty times as
 *     long
 * @param window number of recent operations that the breaker considers: it opens when at least half of them have failed
 * @param pause time after which an open breaker lets some operations through, to check whether the map has recovered
 * @param doubts number of keys of failed changes to remember, about 100 bytes each; older ones are replaced by a rule on all keys
 */
public record SharedMapSettings(Duration lookup, Duration change, int window, Duration pause, int doubts) {

    /** 50 ms for a lookup, 250 ms for a change, 100 operations, a pause of 3 seconds, 65,536 keys. */
    public static final SharedMapSettings DEFAULT =
            new SharedMapSettings(Duration.ofMillis(50), Duration.ofMillis(250), 100, Duration.ofSeconds(3), 1 << 16);

    private static final int CHANGE_PER_LOOKUP = 5;

    public SharedMapSettings {
        requirePositive(lookup, "lookup");
        requirePositive(change, "change");
        requirePositive(pause, "pause");
        if (window < 1 || doubts < 1) {
            throw new IllegalArgumentException(
                    "window is " + window + " and doubts " + doubts + ", both must be at least 1");
        }
    }

    private static void requirePositive(Duration duration, String name) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " is " + duration + ", must be positive");
        }
    }

    /** Returns the default settings with another deadline for lookups. Where those may take longer, so may changes. */
    public static SharedMapSettings withLookup(Duration lookup) {
        Duration slower = lookup.multipliedBy(CHANGE_PER_LOOKUP);
        Duration change = slower.compareTo(DEFAULT.change) > 0 ? slower : DEFAULT.change;
        return new SharedMapSettings(lookup, change, DEFAULT.window, DEFAULT.pause, DEFAULT.doubts);
    }

    /** Returns the deadline of a clear. */
    Duration clear() {
        return change.multipliedBy(40);
    }
}
