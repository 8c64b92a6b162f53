package dev.larder.insight.advisor;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Duration;

/** Something seen of a request, in a place that is used again and again. */
final class AccessSample {

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    /** What has been seen. */
    enum Kind {
        /** An answer from the store. */
        HIT,
        /** A response that has been fetched and may be stored. */
        FETCHED,
        /** A request that was looked up in vain. */
        FORWARDED,
        /** An answer that another's request has brought. */
        SHARED
    }

    /** Where it stands. */
    final int place;

    Kind kind = Kind.HIT;
    String route = "";

    /** Hash of the key. */
    int key;

    /** Whether the rest says what would be stored: not of {@code FORWARDED}, nor of what was fetched in the background. */
    boolean stored;

    /** Bytes that it occupies. */
    long weight;

    /** Nanoseconds that the origin took. */
    long cost;

    /** Milliseconds for which it is fresh. */
    long lifetime;

    /** The epoch when it was seen. */
    long epoch;

    /** The epoch before which what had its tags was invalid then. */
    long moved;

    /** For how many of its kind it stands. */
    int stands;

    /** In which of the ghosts' strata it is counted. */
    int stratum;

    /** What the look-up took, of {@code FORWARDED}. */
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
