package dev.larder.gateway.observe.advisor;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rfc9111.Variants;
import org.jspecify.annotations.Nullable;

/** Something seen of a request, in a place that is used again and again. */
final class Sighting {

    /** What has been seen. */
    enum Kind {
        /** An answer from the store. */
        HIT,
        /** A response that has been fetched and may be stored. */
        FETCHED,
        /** A request that was looked up in vain. */
        FORWARDED
    }

    /** Where it stands. */
    final int place;

    Kind kind = Kind.HIT;
    String route = "";

    /** Hash of the key. */
    int key;

    @Nullable
    CacheEntry<Variants> entry;

    /** The epoch when it was seen. */
    long epoch;

    /** The epoch before which what had its tags was invalid then. */
    long moved;

    /** For how many of its kind it stands. */
    int stands;

    /** What the look-up took, of {@code FORWARDED}. */
    long nanos;

    Sighting(int place) {
        this.place = place;
    }

    void is(Kind what, String onRoute) {
        kind = what;
        route = onRoute;
        entry = null;
        stands = 1;
    }

    void of(CacheKey sought, CacheEntry<Variants> found, long now, long before) {
        key = sought.hashCode();
        entry = found;
        epoch = now;
        moved = before;
    }
}
