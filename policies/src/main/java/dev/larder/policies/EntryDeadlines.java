package dev.larder.policies;

import dev.larder.cache.spi.CacheEntry;
import java.time.Instant;

/** Computes when stores drop entries, on a time line that they can read without allocating: milliseconds since the epoch. */
public final class EntryDeadlines {

    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private EntryDeadlines() {}

    /**
     * Returns the millisecond that contains {@link CacheEntry#dropAfter()}. A store that drops the entry at the
     * beginning of that millisecond never returns it late, and drops it at most a millisecond early.
     *
     * @return {@link Long#MAX_VALUE} if the instant is beyond the range of milliseconds
     */
    public static long milliOf(CacheEntry<?> entry) {
        Instant dropAfter = entry.dropAfter();
        if (dropAfter.isBefore(FIRST)) {
            return Long.MIN_VALUE;
        }
        return dropAfter.isAfter(LAST) ? Long.MAX_VALUE : dropAfter.toEpochMilli();
    }
}
