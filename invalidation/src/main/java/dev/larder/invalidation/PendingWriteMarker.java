package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.Set;
import java.util.UUID;

/**
 * What a durable log says of the writes in it that have been acknowledged, and that their origin does not have yet. It
 * outlives the process that has said it: only the log itself can take it back, or who knows that the log is lost.
 *
 * @param log which log
 * @param version of what it says; greater than that of whatever it has said before, in earlier lives too
 * @param extent what the tags are
 * @param tags of what these writes make wrong
 */
public record PendingWriteMarker(UUID log, long version, Extent extent, Set<CacheTag> tags) {

    /** What the tags of a hold are. */
    public enum Extent {
        /** All that it holds, and no others. */
        ALL,
        /** Those that it holds besides the others. */
        MORE,
        /** Those that it holds no more. */
        LESS
    }

    public PendingWriteMarker {
        tags = Set.copyOf(tags);
    }
}
