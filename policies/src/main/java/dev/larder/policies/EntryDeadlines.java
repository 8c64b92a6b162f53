package dev.larder.policies;

import dev.larder.cache.spi.CacheEntry;
import java.time.Instant;

/** When entries have to be gone, on the time line that stores can read without allocating: milliseconds since the epoch. */
public final class EntryDeadlines {

    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private EntryDeadlines() {}

    /**
     * The millisecond in which {@link CacheEntry#dropAfter()} lies. A store that drops the entry as soon as that millisecond
     * begins never returns it late, and at most a millisecond too seldom.
     *
     * @return {@link Long#MAX_VALUE} if that is further away than milliseconds can say
     */
    public static long milliOf(CacheEntry<?> entry) {
        Instant dropAfter = entry.dropAfter();
        if (dropAfter.isBefore(FIRST)) {
            return Long.MIN_VALUE;
        }
        return dropAfter.isAfter(LAST) ? Long.MAX_VALUE : dropAfter.toEpochMilli();
    }
}
