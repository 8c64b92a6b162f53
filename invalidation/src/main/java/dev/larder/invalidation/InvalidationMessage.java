package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.Set;

/** A message between the members of a bus. */
public sealed interface InvalidationMessage {

    /**
     * A write is about to be forwarded that may invalidate entries with these tags.
     *
     * @param write its number, unique among the writes of this member
     * @param fenced tags of entries that must not be used meanwhile
     * @param unfenced tags of entries that are used until the write has happened, or its member has failed
     */
    record WriteStart(long write, Set<CacheTag> fenced, Set<CacheTag> unfenced) implements InvalidationMessage {

        public WriteStart {
            fenced = Set.copyOf(fenced);
            unfenced = Set.copyOf(unfenced);
        }

        /** Creates the start of a write that fences all its tags. */
        public WriteStart(long write, Set<CacheTag> tags) {
            this(write, tags, Set.of());
        }
    }

    /** A write, announced by {@link WriteStart} with the same number and tags, is over. */
    record WriteEnd(long write, Set<CacheTag> fenced, Set<CacheTag> unfenced) implements InvalidationMessage {

        public WriteEnd {
            fenced = Set.copyOf(fenced);
            unfenced = Set.copyOf(unfenced);
        }

        /** Creates the end of a write that has fenced all its tags. */
        public WriteEnd(long write, Set<CacheTag> tags) {
            this(write, tags, Set.of());
        }
    }

    /** Entries with any of these tags are invalid, those still being fetched included. */
    record TagInvalidation(Set<CacheTag> tags) implements InvalidationMessage {

        public TagInvalidation {
            tags = Set.copyOf(tags);
        }
    }

    /** All entries are invalid, those still being fetched included. */
    record FullInvalidation() implements InvalidationMessage {}

    /** A durable log holds other tags than before. */
    record PendingWriteUpdate(PendingWriteMarker hold) implements InvalidationMessage {}

    /** Responses being fetched must not be stored; stored entries stay. */
    record FillRejection() implements InvalidationMessage {}
}
