package dev.larder.writes.delivery;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether the origins of a channel accept writes, and how long a write waits for one that accepts none. While an origin
 * accepts nothing, it may be ill: its writes are then given up one at a time, each after twice the time of the one
 * before. Not thread-safe.
 */
final class OriginAcceptance {

    /** Beyond these, the one that has been quiet longest is forgotten: it counts as one that accepts nothing. */
    private static final int MAX_ORIGINS = 1000;

    private static final int MAX_DOUBLINGS = 30;
    private static final long NEVER = -1;
    private static final Origin UNKNOWN = new Origin(NEVER, NEVER, 0);

    private final long shortest;
    private final long longest;
    private final Map<String, Origin> origins = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Creates the record of no origin. All times are nanoseconds on one time line that starts at zero.
     *
     * @param shortest how long the first write waits that is given up
     * @param longest the most that a later one waits
     */
    OriginAcceptance(long shortest, long longest) {
        this.shortest = shortest;
        this.longest = Math.max(shortest, longest);
    }

    /** The origin has accepted a write. */
    void accept(String origin, long now) {
        put(origin, new Origin(now, NEVER, 0));
    }

    /** A write has been given up. */
    void giveUp(String origin, long now) {
        Origin before = of(origin);
        put(origin, new Origin(before.acceptedAt, now, before.givenUp + 1));
    }

    /** Whether the origin has accepted a write after this time. */
    boolean hasAcceptedAfter(String origin, long time) {
        return of(origin).acceptedAt > time;
    }

    /** Returns until when a write waits that the origin has refused to take since this time. */
    long waitsUntil(String origin, long since) {
        Origin now = of(origin);
        double patience = Math.min((double) longest, shortest * Math.pow(2, Math.min(now.givenUp, MAX_DOUBLINGS)));
        return Math.max(since, now.givenUpAt) + (long) patience;
    }

    /** Returns until when a write waits that the origin has not answered since this time: others accepted tell that it works. */
    long waitsForAnswerUntil(String origin, long since) {
        return waitsUntil(origin, Math.max(since, of(origin).acceptedAt));
    }

    private void put(String origin, Origin now) {
        origins.put(origin, now);
        if (origins.size() > MAX_ORIGINS) {
            origins.remove(origins.keySet().iterator().next());
        }
    }

    private Origin of(String origin) {
        return origins.getOrDefault(origin, UNKNOWN);
    }

    /**
     * One origin.
     *
     * @param acceptedAt when it last accepted a write
     * @param givenUpAt when a write of it was last given up since
     * @param givenUp how many have been since
     */
    private record Origin(long acceptedAt, long givenUpAt, int givenUp) {}
}
