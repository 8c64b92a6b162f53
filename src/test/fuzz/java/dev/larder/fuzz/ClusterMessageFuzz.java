package dev.larder.fuzz;

import dev.larder.cluster.protocol.Head;
import dev.larder.cluster.protocol.Message;
import dev.larder.cluster.protocol.MessageCodec;
import dev.larder.cluster.protocol.Publication;
import dev.larder.cluster.protocol.TagIds;
import dev.larder.invalidation.Counts;
import dev.larder.invalidation.Held;
import dev.larder.invalidation.Hold;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.LedgerState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What one member tells others, with edits; and what a member that is told so knows of writes afterwards. */
public final class ClusterMessageFuzz {

    private static final UUID FROM = new UUID(1, 2);
    private static final Head HEAD = new Head(3, 4);
    private static final TagIds TAGS = new TagIds(5, 6, 7);
    private static final int COUNTERS = 16;
    private static final List<Message> MESSAGES = List.of(
            new Message.Heartbeat(
                    FROM,
                    "127.0.0.1:5701",
                    8,
                    new Message.Manner(true, false, 9),
                    HEAD,
                    List.of(new Message.Note(new UUID(3, 4), 10, 11, true))),
            new Message.Published(FROM, 12, new Publication.Begins(13, TAGS)),
            new Message.Published(FROM, 12, new Publication.Ends(13, List.of(new Head.Of(FROM, HEAD)))),
            new Message.Published(FROM, 12, new Publication.Tags(14, TAGS)),
            new Message.Published(FROM, 12, new Publication.Everything(15)),
            new Message.Published(FROM, 12, new Publication.Fills(16)),
            new Message.Published(FROM, 12, new Publication.Goodbye()),
            new Message.Published(FROM, 12, new Publication.Holds(FROM, 17, Hold.Extent.MORE, TAGS)),
            new Message.Ack(FROM, 18, HEAD),
            new Message.Snapshot(FROM, HEAD, state(), List.of(new Publication.Begins(19, TAGS)), List.of()),
            new Message.Snapshot(FROM, HEAD, state(), List.of(), List.of(new Held(FROM, 20, Set.of(21L, 22L)))));

    private ClusterMessageFuzz() {}

    private static LedgerState state() {
        return LedgerState.restore(COUNTERS, new LedgerState.Marks(30, 20, 10), new int[] {1, 15}, new long[] {25, 26});
    }

    public static void fuzzerTestOneInput(byte[] data) {
        Input input = Input.of(data);
        Message message = input.oneOf(MESSAGES);
        byte[] bytes = MessageCodec.encode(message);
        Must.equal(MessageCodec.decode(bytes), Optional.of(message), () -> "what was written");
        decoded(Edits.apply(bytes, input)).ifPresent(ClusterMessageFuzz::isKnown);
        decoded(data).ifPresent(ClusterMessageFuzz::isKnown);
    }

    private static Optional<Message> decoded(byte[] bytes) {
        return Must.readFrugally(bytes.length, () -> MessageCodec.decode(bytes));
    }

    private static void isKnown(Message message) {
        Must.equal(MessageCodec.decode(MessageCodec.encode(message)), Optional.of(message), () -> "what was read");
        if (message instanceof Message.Snapshot snapshot) {
            isMerged(snapshot);
        }
    }

    /** Whoever is told everything is not behind the teller in anything, and forgets nothing he knew. */
    private static void isMerged(Message.Snapshot snapshot) {
        var ledger = new Ledger(Counts.inMemory(COUNTERS, 1));
        ledger.move(new long[] {5}, ledger.next());
        long before = ledger.clock();
        LedgerState.Marks told = snapshot.state().marks();
        ledger.merge(snapshot.state());
        snapshot.held().forEach(ledger::hold);
        snapshot.underWay().forEach(begun -> ledger.raise(begun.tags().ids()));
        Must.hold(ledger.clock() >= Math.max(before, told.clock()), () -> "a clock that went back: " + snapshot);
        boolean sameCounters = snapshot.state().counters() == COUNTERS;
        Must.hold(!sameCounters || ledger.everything() >= told.everything(), () -> "what is invalid: " + snapshot);
        snapshot.underWay().forEach(begun -> ledger.lower(begun.tags().ids()));
    }
}
