package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.Set;

/** What members of a bus tell one another. */
public sealed interface InvalidationMessage {

    /**
     * A write is about to be forwarded that may make entries with these tags wrong.
     *
     * @param write its number, which no other write of this member has
     */
    record WriteStart(long write, Set<CacheTag> tags) implements InvalidationMessage {

        public WriteStart {
            tags = Set.copyOf(tags);
        }
    }

    /** A write, announced by {@link WriteStart} with the same number and tags, is over. */
    record WriteEnd(long write, Set<CacheTag> tags) implements InvalidationMessage {

        public WriteEnd {
            tags = Set.copyOf(tags);
        }
    }

    /** Entries with any of these tags are wrong, those still being fetched included. */
    record TagInvalidation(Set<CacheTag> tags) implements InvalidationMessage {

        public TagInvalidation {
            tags = Set.copyOf(tags);
        }
    }

    /** All entries are wrong, those still being fetched included. */
    record FullInvalidation() implements InvalidationMessage {}

    /** A durable log holds other tags than before. */
    record PendingWriteUpdate(PendingWriteMarker hold) implements InvalidationMessage {}

    /** Nothing that is being fetched may be stored; what is stored stays. */
    record FillRejection() implements InvalidationMessage {}
}
