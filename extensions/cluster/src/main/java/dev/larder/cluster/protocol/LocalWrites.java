package dev.larder.cluster.protocol;

import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.PendingWriteMarker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** This member's own writes; applies them to its own state first. */
final class LocalWrites {

    private final InvalidationState state;
    private final Map<Long, ClusterPublication.MemberWriteStart> underWay = new LinkedHashMap<>();

    /** A publication to send, and the epoch change it has caused at this member. */
    record Entered(ClusterPublication publication, EpochChange moved) {}

    LocalWrites(InvalidationState state) {
        this.state = state;
    }

    List<ClusterPublication.MemberWriteStart> underWay() {
        return List.copyOf(underWay.values());
    }

    /**
     * Applies a message.
     *
     * @param heads progress of the other members
     */
    Entered enter(InvalidationMessage message, List<PublicationProgress.OfMember> heads) {
        if (message instanceof InvalidationMessage.WriteStart begins) {
            return begin(new ClusterPublication.MemberWriteStart(
                    begins.write(),
                    new TagIds(InvalidationState.ids(begins.fenced())),
                    new TagIds(InvalidationState.ids(begins.unfenced()))));
        }
        if (message instanceof InvalidationMessage.WriteEnd ends) {
            return end(ends.write(), heads);
        }
        if (message instanceof InvalidationMessage.TagInvalidation tags) {
            return enter(new TagIds(InvalidationState.ids(tags.tags())));
        }
        if (message instanceof InvalidationMessage.PendingWriteUpdate update) {
            return enter(update.hold());
        }
        long epoch = state.next();
        return message instanceof InvalidationMessage.FullInvalidation
                ? new Entered(new ClusterPublication.FullEpochAdvance(epoch), state.moveEverything(epoch))
                : new Entered(new ClusterPublication.FillBarrier(epoch), state.voidFills(epoch));
    }

    private Entered enter(PendingWriteMarker marker) {
        var tags = new TagIds(InvalidationState.ids(marker.tags()));
        state.hold(marker.log(), marker.version(), marker.extent(), tags.ids());
        return new Entered(
                new ClusterPublication.PendingWriteNotice(marker.log(), marker.version(), marker.extent(), tags),
                EpochChange.NOT);
    }

    /** Applies the start of a write that fences all these tags. */
    Entered begin(long write, TagIds tags) {
        return begin(new ClusterPublication.MemberWriteStart(write, tags));
    }

    private Entered begin(ClusterPublication.MemberWriteStart publication) {
        publication.begin(state);
        underWay.put(publication.write(), publication);
        return new Entered(publication, EpochChange.NOT);
    }

    /** Applies the end of a write. */
    Entered end(long write, List<PublicationProgress.OfMember> heads) {
        ClusterPublication.MemberWriteStart begun = underWay.remove(write);
        if (begun != null) {
            begun.end(state);
        }
        return new Entered(new ClusterPublication.MemberWriteEnd(write, heads), EpochChange.NOT);
    }

    /** Advances the epochs of these tags. */
    Entered enter(TagIds tags) {
        long epoch = state.next();
        return new Entered(new ClusterPublication.EpochAdvance(epoch, tags), state.move(tags.ids(), epoch));
    }
}
