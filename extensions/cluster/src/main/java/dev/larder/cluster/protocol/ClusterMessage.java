package dev.larder.cluster.protocol;

import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.PendingWriteTags;
import java.util.List;
import java.util.UUID;

/** What goes from one member to others. */
public sealed interface ClusterMessage {

    /** Whom it is from. */
    UUID from();

    /**
     * To all, an eighth of a lease apart: I am there, and this is what I know of each of you.
     *
     * @param address where its process listens
     * @param number of this beat, counted from 1
     * @param notes one about each other member that it knows
     */
    record Heartbeat(
            UUID from, String address, long number, MemberMode mode, PublicationProgress head, List<PeerState> notes)
            implements ClusterMessage {

        public Heartbeat {
            notes = List.copyOf(notes);
        }
    }

    /**
     * How a member goes about it.
     *
     * @param active whether it forwards writes already
     * @param strict whether its writes wait for the others
     * @param lease how long it keeps to a lease that it grants, in nanoseconds
     */
    record MemberMode(boolean active, boolean strict, long lease) {}

    /**
     * What a member knows of another.
     *
     * @param applied number of the other's latest publication that it has applied; -1 if it needs to be told everything
     * @param echo the other's beat for which it grants a lease, 0 for none
     * @param counted whether it answers from its store only while the other grants it a lease
     */
    record PeerState(UUID about, long applied, long echo, boolean counted) {}

    /** To all: a publication, with its number. */
    record Published(UUID from, long number, ClusterPublication publication) implements ClusterMessage {}

    /** To one: what it has published up to this number is applied. */
    record Ack(UUID from, long applied, PublicationProgress head) implements ClusterMessage {}

    /**
     * To one: everything, as of this head.
     *
     * @param underWay writes of the sender
     * @param held the latest word of each durable log
     */
    record Snapshot(
            UUID from,
            PublicationProgress head,
            EpochSnapshot state,
            List<ClusterPublication.MemberWriteStart> underWay,
            List<PendingWriteTags> held)
            implements ClusterMessage {

        public Snapshot {
            underWay = List.copyOf(underWay);
            held = List.copyOf(held);
        }
    }
}
