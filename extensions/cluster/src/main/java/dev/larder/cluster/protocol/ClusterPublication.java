package dev.larder.cluster.protocol;

import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.List;
import java.util.UUID;

/** What a member tells all others, in order. */
public sealed interface ClusterPublication {

    /** A write is about to be forwarded: fence these tags. */
    record MemberWriteStart(long write, TagIds tags) implements ClusterPublication {}

    /**
     * That write is over.
     *
     * @param heads how far the others had got when they knew what it has made wrong
     */
    record MemberWriteEnd(long write, List<PublicationProgress.OfMember> heads) implements ClusterPublication {

        public MemberWriteEnd {
            heads = List.copyOf(heads);
        }
    }

    /** These tags have moved to this epoch. */
    record EpochAdvance(long epoch, TagIds tags) implements ClusterPublication {}

    /** All tags have. */
    record FullEpochAdvance(long epoch) implements ClusterPublication {}

    /** No fetch stamped before this epoch may be stored. */
    record FillBarrier(long epoch) implements ClusterPublication {}

    /** A durable log holds these tags: all, more or less. */
    record PendingWriteNotice(UUID log, long version, Extent extent, TagIds tags) implements ClusterPublication {}

    /** The member has written its last, and answers nothing from its store any more. */
    record MemberLeave() implements ClusterPublication {}
}
