package dev.larder.insight.advisor;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Duration;

/** An observation of a request, in a reusable slot. */
final class AccessSample {

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    /** What was observed. */
    enum Kind {
        /** A response from the store. */
        HIT,
        /** A fetched response that may be stored. */
        FETCHED,
        /** A request forwarded after a lookup without a usable entry. */
        FORWARDED,
        /** A response fetched by another client's request. */
        SHARED
    }

    /** Index of the slot. */
    final int place;

    Kind kind = Kind.HIT;
    String route = "";

    /** Hash of the key. */
    int key;

    /** Whether the following fields describe an entry to be stored: not for {@code FORWARDED}, nor for background fetches. */
    boolean stored;

    /** Size in bytes. */
    long weight;

    /** Time that the origin took, in nanoseconds. */
    long cost;

    /** Freshness lifetime in milliseconds. */
    long lifetime;

    /** The epoch at the time of the observation. */
    long epoch;

    /** The epoch before which entries with its tags were invalid at that time. */
    long moved;

    /** Number of observations of its kind that it represents. */
    int stands;

    /** Stratum of the ghost caches in which it is counted. */
    int stratum;

    /** Duration of the lookup in nanoseconds, for {@code FORWARDED}. */
    long nanos;

    AccessSample(int place) {
        this.place = place;
    }

    void is(Kind what, String onRoute) {
        kind = what;
        route = onRoute;
        stored = false;
        stands = 1;
    }

    void of(CacheKey sought, CacheEntry<ResponseVariants> found, long now, long before) {
        key = sought.hashCode();
        stored = true;
        weight = found.weight();
        cost = found.cost();
        lifetime = millis(found.value().responses().get(0).freshnessLifetime());
        epoch = now;
        moved = before;
    }

    private static long millis(Duration lifetime) {
        return lifetime.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : lifetime.toMillis();
    }
}
