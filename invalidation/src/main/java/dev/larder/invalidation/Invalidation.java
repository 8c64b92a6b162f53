package dev.larder.invalidation;

import dev.larder.cache.spi.Tag;
import java.util.Set;

/** What members of a bus tell one another. */
public sealed interface Invalidation {

    /**
     * A write is about to be forwarded that may make entries with these tags wrong.
     *
     * @param write its number, which no other write of this member has
     */
    record WriteBegins(long write, Set<Tag> tags) implements Invalidation {

        public WriteBegins {
            tags = Set.copyOf(tags);
        }
    }

    /** A write, announced by {@link WriteBegins} with the same number and tags, is over. */
    record WriteEnds(long write, Set<Tag> tags) implements Invalidation {

        public WriteEnds {
            tags = Set.copyOf(tags);
        }
    }

    /** Entries with any of these tags are wrong, those still being fetched included. */
    record Tags(Set<Tag> tags) implements Invalidation {

        public Tags {
            tags = Set.copyOf(tags);
        }
    }

    /** All entries are wrong, those still being fetched included. */
    record Everything() implements Invalidation {}

    /** A durable log holds other tags than before. */
    record Holds(Hold hold) implements Invalidation {}

    /** Nothing that is being fetched may be stored; what is stored stays. */
    record Fills() implements Invalidation {}
}
