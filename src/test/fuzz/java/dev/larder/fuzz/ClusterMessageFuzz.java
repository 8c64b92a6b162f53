package dev.larder.fuzz;

import dev.larder.cluster.protocol.ClusterMessage;
import dev.larder.cluster.protocol.ClusterMessageCodec;
import dev.larder.cluster.protocol.ClusterPublication;
import dev.larder.cluster.protocol.PublicationProgress;
import dev.larder.cluster.protocol.TagIds;
import dev.larder.invalidation.EpochCounters;
import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteTags;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What one member tells others, with edits; and what a member that is told so knows of writes afterwards. */
public final class ClusterMessageFuzz {

    private static final UUID FROM = new UUID(1, 2);
    private static final PublicationProgress HEAD = new PublicationProgress(3, 4);
    private static final TagIds TAGS = new TagIds(5, 6, 7);
    private static final int COUNTERS = 16;
    private static final List<ClusterMessage> MESSAGES = List.of(
            new ClusterMessage.Heartbeat(
                    FROM,
                    "127.0.0.1:5701",
                    8,
                    new ClusterMessage.MemberMode(true, false, 9),
                    HEAD,
                    List.of(new ClusterMessage.PeerState(new UUID(3, 4), 10, 11, true))),
            new ClusterMessage.Published(FROM, 12, new ClusterPublication.MemberWriteStart(13, TAGS)),
            new ClusterMessage.Published(
                    FROM,
                    12,
                    new ClusterPublication.MemberWriteEnd(13, List.of(new PublicationProgress.OfMember(FROM, HEAD)))),
            new ClusterMessage.Published(FROM, 12, new ClusterPublication.EpochAdvance(14, TAGS)),
            new ClusterMessage.Published(FROM, 12, new ClusterPublication.FullEpochAdvance(15)),
            new ClusterMessage.Published(FROM, 12, new ClusterPublication.FillBarrier(16)),
            new ClusterMessage.Published(FROM, 12, new ClusterPublication.MemberLeave()),
            new ClusterMessage.Published(
                    FROM,
                    12,
                    new ClusterPublication.PendingWriteNotice(FROM, 17, PendingWriteMarker.Extent.MORE, TAGS)),
            new ClusterMessage.Ack(FROM, 18, HEAD),
            new ClusterMessage.Snapshot(
                    FROM, HEAD, state(), List.of(new ClusterPublication.MemberWriteStart(19, TAGS)), List.of()),
            new ClusterMessage.Snapshot(
                    FROM, HEAD, state(), List.of(), List.of(new PendingWriteTags(FROM, 20, Set.of(21L, 22L)))));

    private ClusterMessageFuzz() {}

    private static EpochSnapshot state() {
        return EpochSnapshot.restore(
                COUNTERS, new EpochSnapshot.Marks(30, 20, 10), new int[] {1, 15}, new long[] {25, 26});
    }

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        ClusterMessage message = input.oneOf(MESSAGES);
        byte[] bytes = ClusterMessageCodec.encode(message);
        FuzzAssertions.equal(ClusterMessageCodec.decode(bytes), Optional.of(message), () -> "what was written");
        decoded(OctetMutations.apply(bytes, input)).ifPresent(ClusterMessageFuzz::isKnown);
        decoded(data).ifPresent(ClusterMessageFuzz::isKnown);
    }

    private static Optional<ClusterMessage> decoded(byte[] bytes) {
        return FuzzAssertions.readFrugally(bytes.length, () -> ClusterMessageCodec.decode(bytes));
    }

    private static void isKnown(ClusterMessage message) {
        FuzzAssertions.equal(
                ClusterMessageCodec.decode(ClusterMessageCodec.encode(message)),
                Optional.of(message),
                () -> "what was read");
        if (message instanceof ClusterMessage.Snapshot snapshot) {
            isMerged(snapshot);
        }
    }

    /** Whoever is told everything is not behind the teller in anything, and forgets nothing he knew. */
    private static void isMerged(ClusterMessage.Snapshot snapshot) {
        var ledger = new InvalidationState(EpochCounters.inMemory(COUNTERS, 1));
        ledger.move(new long[] {5}, ledger.next());
        long before = ledger.clock();
        EpochSnapshot.Marks told = snapshot.state().marks();
        ledger.merge(snapshot.state());
        snapshot.held().forEach(ledger::hold);
        snapshot.underWay().forEach(begun -> begun.begin(ledger));
        FuzzAssertions.hold(
                ledger.clock() >= Math.max(before, told.clock()), () -> "a clock that went back: " + snapshot);
        boolean sameCounters = snapshot.state().counters() == COUNTERS;
        FuzzAssertions.hold(
                !sameCounters || ledger.everything() >= told.everything(), () -> "what is invalid: " + snapshot);
        snapshot.underWay().forEach(begun -> begun.end(ledger));
    }
}
