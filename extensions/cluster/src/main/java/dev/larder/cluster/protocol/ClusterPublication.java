package dev.larder.cluster.protocol;

import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/** An event that a member publishes to all others, in order. */
public sealed interface ClusterPublication {

    /**
     * A write is about to be forwarded.
     *
     * @param fenced tags to fence
     * @param unfenced tags that it may invalidate too, for members that must end it in its member's place
     */
    record MemberWriteStart(long write, TagIds fenced, TagIds unfenced) implements ClusterPublication {

        /** Creates the start of a write that fences all its tags. */
        public MemberWriteStart(long write, TagIds tags) {
            this(write, tags, new TagIds());
        }

        /** Applies it to what a member knows. */
        public void begin(InvalidationState state) {
            state.raise(fenced.ids());
            state.announce(unfenced.ids());
        }

        /** Applies its end. */
        public void end(InvalidationState state) {
            state.lower(fenced.ids());
            state.withdraw(unfenced.ids());
        }

        /** Returns all tags that it may invalidate. */
        TagIds tags() {
            return new TagIds(LongStream.concat(Arrays.stream(fenced.ids()), Arrays.stream(unfenced.ids()))
                    .toArray());
        }
    }

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
