package dev.larder.cluster.protocol;

import dev.larder.invalidation.Hold.Extent;
import java.util.List;
import java.util.UUID;

/** What a member tells all others, in order. */
public sealed interface Publication {

    /** A write is about to be forwarded: fence these tags. */
    record Begins(long write, TagIds tags) implements Publication {}

    /**
     * That write is over.
     *
     * @param heads how far the others had got when they knew what it has made wrong
     */
    record Ends(long write, List<Head.Of> heads) implements Publication {

        public Ends {
            heads = List.copyOf(heads);
        }
    }

    /** These tags have moved to this epoch. */
    record Tags(long epoch, TagIds tags) implements Publication {}

    /** All tags have. */
    record Everything(long epoch) implements Publication {}

    /** No fetch stamped before this epoch may be stored. */
    record Fills(long epoch) implements Publication {}

    /** A durable log holds these tags: all, more or less. */
    record Holds(UUID log, long version, Extent extent, TagIds tags) implements Publication {}

    /** The member has written its last, and answers nothing from its store any more. */
    record Goodbye() implements Publication {}
}
