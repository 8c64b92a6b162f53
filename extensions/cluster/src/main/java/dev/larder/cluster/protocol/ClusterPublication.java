package dev.larder.cluster.protocol;

import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.List;
import java.util.UUID;

/** An event that a member publishes to all others, in order. */
public sealed interface ClusterPublication {

    /** A write is about to be forwarded: fence these tags. */
    record MemberWriteStart(long write, TagIds tags) implements ClusterPublication {}

    /**
     * That write is over.
     *
     * @param heads progress of the other members when they knew what it has invalidated
     */
    record MemberWriteEnd(long write, List<PublicationProgress.OfMember> heads) implements ClusterPublication {

        public MemberWriteEnd {
            heads = List.copyOf(heads);
        }
    }

    /** These tags have advanced to this epoch. */
    record EpochAdvance(long epoch, TagIds tags) implements ClusterPublication {}

    /** All tags have advanced to this epoch. */
    record FullEpochAdvance(long epoch) implements ClusterPublication {}

    /** No fetch stamped before this epoch may be stored. */
    record FillBarrier(long epoch) implements ClusterPublication {}

    /** A durable log holds these tags: all, more, or fewer. */
    record PendingWriteNotice(UUID log, long version, Extent extent, TagIds tags) implements ClusterPublication {}

    /** The member has completed its last write, and no longer answers from its store. */
    record MemberLeave() implements ClusterPublication {}
}
