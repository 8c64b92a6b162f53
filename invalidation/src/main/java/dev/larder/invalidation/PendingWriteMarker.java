package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.Set;
import java.util.UUID;

/**
 * A durable log's notice of its writes that are acknowledged but not yet delivered to their origin. It outlives the process that
 * sent it: only the log itself can withdraw it, or a process that knows the log is lost.
 *
 * @param log id of the log
 * @param version of the notice; greater than that of every earlier one, in earlier lives too
 * @param extent meaning of the tags
 * @param tags that these writes invalidate
 */
public record PendingWriteMarker(UUID log, long version, Extent extent, Set<CacheTag> tags) {

    /** Meaning of the tags of a notice. */
    public enum Extent {
        /** All tags that the log holds. */
        ALL,
        /** Tags that the log holds in addition. */
        MORE,
        /** Tags that the log no longer holds. */
        LESS
    }

    public PendingWriteMarker {
        tags = Set.copyOf(tags);
    }
}
