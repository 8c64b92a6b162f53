package dev.larder.cluster.protocol;

import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.PendingWriteTags;
import java.util.List;
import java.util.UUID;

/** A message from one member to others. */
public sealed interface ClusterMessage {

    /** Returns the sender. */
    UUID from();

    /**
     * To all, an eighth of a lease apart: reports that the sender is alive, and what it knows of each other member.
     *
     * @param address where the sender's process listens
     * @param number of this beat, counted from 1
     * @param notes one about each other member that the sender knows
     */
    record Heartbeat(
            UUID from, String address, long number, MemberMode mode, PublicationProgress head, List<PeerState> notes)
            implements ClusterMessage {

        public Heartbeat {
            notes = List.copyOf(notes);
        }
    }

    /**
     * A member's mode of operation.
     *
     * @param active whether it forwards writes already
     * @param strict whether its writes wait for the others
     * @param lease how long it honors a lease that it grants, in nanoseconds
     */
    record MemberMode(boolean active, boolean strict, long lease) {}

    /**
     * A member's knowledge of another member.
     *
     * @param applied number of the other's latest publication that it has applied; -1 if it needs a snapshot
     * @param echo beat of the other for which it grants a lease, 0 for none
     * @param counted whether it answers from its store only while the other grants it a lease
     */
    record PeerState(UUID about, long applied, long echo, boolean counted) {}

    /** To all: a numbered publication. */
    record Published(UUID from, long number, ClusterPublication publication) implements ClusterMessage {}

    /** To one: acknowledges that all its publications up to this number are applied. */
    record Ack(UUID from, long applied, PublicationProgress head) implements ClusterMessage {}

    /**
     * To one: the complete state as of this head.
     *
     * @param underWay writes in flight of the sender
     * @param held latest notice of each durable log
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
