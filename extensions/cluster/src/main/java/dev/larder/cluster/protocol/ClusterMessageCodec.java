package dev.larder.cluster.protocol;

import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteTags;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Encodes messages, version {@value #VERSION}: the version, the kind of message, its sender, its parts in order. A member ignores
 * a message of an unknown version or kind: it then neither acknowledges nor gets a lease, so members of incompatible versions ask
 * the origin. The names of tags are part of a version: members of earlier ones would not find what writes invalidate. A version once written stays readable as long as members two versions apart may meet.
 */
public final class ClusterMessageCodec {

    private static final int VERSION = 4;
    private static final int MOST = 1 << 24;

    private static final int HEARTBEAT = 1;
    private static final int PUBLISHED = 2;
    private static final int ACK = 3;
    private static final int SNAPSHOT = 4;
    private static final int SNAPSHOT_WITH_HOLDS = 5;

    private static final int BEGINS = 1;
    private static final int ENDS = 2;
    private static final int TAGS = 3;
    private static final int EVERYTHING = 4;
    private static final int FILLS = 5;
    private static final int GOODBYE = 6;
    private static final int HOLDS = 7;

    private ClusterMessageCodec() {}

    private interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    private interface Writer<T> {
        void write(T value) throws IOException;
    }

    /** Encodes a message. */
    public static byte[] encode(ClusterMessage message) {
        var bytes = new ByteArrayOutputStream(256);
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(message, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Decodes a message; empty if the bytes are malformed, or of an unknown version or kind. */
    public static Optional<ClusterMessage> decode(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != VERSION) {
                return Optional.empty();
            }
            ClusterMessage message = message(in);
            return in.read() < 0 ? Optional.of(message) : Optional.empty();
        } catch (IOException | RuntimeException malformed) {
            return Optional.empty();
        }
    }

    private static void write(ClusterMessage message, DataOutputStream out) throws IOException {
        if (message instanceof ClusterMessage.Heartbeat heartbeat) {
            begin(HEARTBEAT, message, out);
            out.writeUTF(heartbeat.address());
            out.writeLong(heartbeat.number());
            out.writeBoolean(heartbeat.mode().active());
            out.writeBoolean(heartbeat.mode().strict());
            out.writeLong(heartbeat.mode().lease());
            write(heartbeat.head(), out);
            writeAll(heartbeat.notes(), out, note -> {
                write(note.about(), out);
                out.writeLong(note.applied());
                out.writeLong(note.echo());
                out.writeBoolean(note.counted());
            });
        } else if (message instanceof ClusterMessage.Published published) {
            begin(PUBLISHED, message, out);
            out.writeLong(published.number());
            write(published.publication(), out);
        } else if (message instanceof ClusterMessage.Ack ack) {
            begin(ACK, message, out);
            out.writeLong(ack.applied());
            write(ack.head(), out);
        } else if (message instanceof ClusterMessage.Snapshot snapshot) {
            begin(snapshot.held().isEmpty() ? SNAPSHOT : SNAPSHOT_WITH_HOLDS, message, out);
            write(snapshot, out);
        }
    }

    private static void write(ClusterMessage.Snapshot snapshot, DataOutputStream out) throws IOException {
        write(snapshot.head(), out);
        write(snapshot.state(), out);
        writeAll(snapshot.underWay(), out, write -> write(write, out));
        if (!snapshot.held().isEmpty()) {
            writeAll(snapshot.held(), out, held -> {
                write(held.log(), out);
                out.writeLong(held.version());
                writeAll(List.copyOf(held.tags()), out, out::writeLong);
            });
        }
    }

    private static void write(ClusterPublication.MemberWriteStart start, DataOutputStream out) throws IOException {
        out.writeLong(start.write());
        write(start.fenced(), out);
        write(start.unfenced(), out);
    }

    private static void begin(int kind, ClusterMessage message, DataOutputStream out) throws IOException {
        out.writeByte(kind);
        write(message.from(), out);
    }

    private static void write(ClusterPublication publication, DataOutputStream out) throws IOException {
        if (publication instanceof ClusterPublication.MemberWriteStart begins) {
            out.writeByte(BEGINS);
            write(begins, out);
        } else if (publication instanceof ClusterPublication.MemberWriteEnd ends) {
            out.writeByte(ENDS);
            out.writeLong(ends.write());
            writeAll(ends.heads(), out, other -> {
                write(other.member(), out);
                write(other.head(), out);
            });
        } else if (publication instanceof ClusterPublication.EpochAdvance tags) {
            out.writeByte(TAGS);
            out.writeLong(tags.epoch());
            write(tags.tags(), out);
        } else if (publication instanceof ClusterPublication.FullEpochAdvance everything) {
            out.writeByte(EVERYTHING);
            out.writeLong(everything.epoch());
        } else if (publication instanceof ClusterPublication.FillBarrier fills) {
            out.writeByte(FILLS);
            out.writeLong(fills.epoch());
        } else if (publication instanceof ClusterPublication.PendingWriteNotice notice) {
            out.writeByte(HOLDS);
            write(notice.log(), out);
            out.writeLong(notice.version());
            out.writeUTF(notice.extent().name());
            write(notice.tags(), out);
        } else {
            out.writeByte(GOODBYE);
        }
    }

    private static void write(EpochSnapshot state, DataOutputStream out) throws IOException {
        out.writeInt(state.counters());
        out.writeLong(state.marks().clock());
        out.writeLong(state.marks().everything());
        out.writeLong(state.marks().fills());
        out.writeInt(state.size());
        for (int i = 0; i < state.size(); i++) {
            out.writeInt(state.slot(i));
            out.writeLong(state.epoch(i));
        }
    }

    private static void write(TagIds tags, DataOutputStream out) throws IOException {
        out.writeInt(tags.ids().length);
        for (long tag : tags.ids()) {
            out.writeLong(tag);
        }
    }

    private static void write(PublicationProgress head, DataOutputStream out) throws IOException {
        out.writeLong(head.number());
        out.writeLong(head.clock());
    }

    private static void write(UUID id, DataOutputStream out) throws IOException {
        out.writeLong(id.getMostSignificantBits());
        out.writeLong(id.getLeastSignificantBits());
    }

    private static <T> void writeAll(List<T> values, DataOutputStream out, Writer<T> writer) throws IOException {
        out.writeInt(values.size());
        for (T value : values) {
            writer.write(value);
        }
    }

    private static ClusterMessage message(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        UUID from = id(in);
        return switch (kind) {
            case HEARTBEAT ->
                new ClusterMessage.Heartbeat(
                        from,
                        in.readUTF(),
                        in.readLong(),
                        new ClusterMessage.MemberMode(in.readBoolean(), in.readBoolean(), in.readLong()),
                        head(in),
                        all(
                                in,
                                each -> new ClusterMessage.PeerState(
                                        id(in), in.readLong(), in.readLong(), in.readBoolean())));
            case PUBLISHED -> new ClusterMessage.Published(from, in.readLong(), publication(in));
            case ACK -> new ClusterMessage.Ack(from, in.readLong(), head(in));
            case SNAPSHOT, SNAPSHOT_WITH_HOLDS ->
                new ClusterMessage.Snapshot(
                        from,
                        head(in),
                        state(in),
                        all(in, ClusterMessageCodec::start),
                        kind == SNAPSHOT ? List.of() : all(in, ClusterMessageCodec::held));
            default -> throw new IOException("no kind of message is " + kind);
        };
    }

    private static ClusterPublication publication(DataInputStream in) throws IOException {
        return switch (in.readUnsignedByte()) {
            case BEGINS -> start(in);
            case ENDS ->
                new ClusterPublication.MemberWriteEnd(
                        in.readLong(), all(in, each -> new PublicationProgress.OfMember(id(in), head(in))));
            case TAGS -> new ClusterPublication.EpochAdvance(in.readLong(), tags(in));
            case EVERYTHING -> new ClusterPublication.FullEpochAdvance(in.readLong());
            case FILLS -> new ClusterPublication.FillBarrier(in.readLong());
            case GOODBYE -> new ClusterPublication.MemberLeave();
            case HOLDS ->
                new ClusterPublication.PendingWriteNotice(
                        id(in), in.readLong(), PendingWriteMarker.Extent.valueOf(in.readUTF()), tags(in));
            default -> throw new IOException("there is no such publication");
        };
    }

    private static ClusterPublication.MemberWriteStart start(DataInputStream in) throws IOException {
        return new ClusterPublication.MemberWriteStart(in.readLong(), tags(in), tags(in));
    }

    private static PendingWriteTags held(DataInputStream in) throws IOException {
        return new PendingWriteTags(id(in), in.readLong(), Set.copyOf(all(in, DataInputStream::readLong)));
    }

    private static EpochSnapshot state(DataInputStream in) throws IOException {
        int counters = in.readInt();
        var marks = new EpochSnapshot.Marks(in.readLong(), in.readLong(), in.readLong());
        int size = count(in);
        int[] slots = new int[size];
        long[] epochs = new long[size];
        for (int i = 0; i < size; i++) {
            slots[i] = in.readInt();
            epochs[i] = in.readLong();
            if (slots[i] < 0 || slots[i] >= counters) {
                throw new IOException("counter " + slots[i] + " of " + counters);
            }
        }
        return EpochSnapshot.restore(counters, marks, slots, epochs);
    }

    private static TagIds tags(DataInputStream in) throws IOException {
        long[] ids = new long[count(in)];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = in.readLong();
        }
        return new TagIds(ids);
    }

    private static <T> List<T> all(DataInputStream in, Reader<T> reader) throws IOException {
        int count = count(in);
        List<T> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(reader.read(in));
        }
        return values;
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > Math.min(MOST, in.available())) {
            throw new IOException(count + " of them in " + in.available() + " bytes");
        }
        return count;
    }

    private static PublicationProgress head(DataInputStream in) throws IOException {
        return new PublicationProgress(in.readLong(), in.readLong());
    }

    private static UUID id(DataInputStream in) throws IOException {
        return new UUID(in.readLong(), in.readLong());
    }
}
