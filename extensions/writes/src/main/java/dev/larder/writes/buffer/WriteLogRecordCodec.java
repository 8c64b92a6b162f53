package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import dev.larder.writes.OriginReply;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Encodes records of the log, version {@value #VERSION}: the version, the kind, its parts in their order; for a write
 * its content comes last, without a length of its own. All versions ever written remain readable, because there may be
 * acknowledged writes in them.
 */
final class WriteLogRecordCodec {

    private static final int VERSION = 3;

    /** Has no URI that the client requested. */
    private static final int WITHOUT_ASKED = 2;

    /** Has the client's Idempotency-Key in place of the item ids. */
    private static final int WITHOUT_ITEMS = 1;

    private static final int ACCEPTED = 1;
    private static final int PLANNED = 2;
    private static final int SETTLED = 3;
    private static final int REDRIVEN = 4;
    private static final int DISCARDED = 5;

    private WriteLogRecordCodec() {}

    private interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    private interface Writer<T> {
        void write(T value) throws IOException;
    }

    /** Returns the bytes of a record, in pieces. */
    static List<ByteBuffer> encode(WriteLogRecord entry) {
        var bytes = new ByteArrayOutputStream(256);
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(entry, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer head = ByteBuffer.wrap(bytes.toByteArray());
        return entry instanceof WriteLogRecord.Accepted accepted
                        && accepted.content() instanceof WriteContent.Inline inline
                ? List.of(head, inline.bytes().duplicate())
                : List.of(head);
    }

    private static void write(WriteLogRecord entry, DataOutputStream out) throws IOException {
        if (entry instanceof WriteLogRecord.Accepted accepted) {
            out.writeByte(ACCEPTED);
            write(accepted, out);
        } else if (entry instanceof WriteLogRecord.Planned planned) {
            out.writeByte(PLANNED);
            write(planned.batch(), out);
            writeAll(planned.numbers(), out, out::writeLong);
        } else if (entry instanceof WriteLogRecord.Settled settled) {
            out.writeByte(SETTLED);
            write(settled, out);
        } else if (entry instanceof WriteLogRecord.Redriven redriven) {
            out.writeByte(REDRIVEN);
            writeAll(redriven.numbers(), out, out::writeLong);
        } else if (entry instanceof WriteLogRecord.Discarded discarded) {
            out.writeByte(DISCARDED);
            writeAll(discarded.numbers(), out, out::writeLong);
        }
    }

    private static void write(WriteLogRecord.Accepted accepted, DataOutputStream out) throws IOException {
        AcknowledgedWrite write = accepted.write();
        out.writeLong(write.number());
        write(write.id(), out);
        write(write.channel(), out);
        write(write.key(), out);
        write(write.request().method(), out);
        write(write.request().target().toString(), out);
        write(accepted.reach().asked().toString(), out);
        List<HeaderField> fields = new ArrayList<>();
        write.request().fields().forEach(fields::add);
        writeAll(fields, out, field -> {
            write(field.name(), out);
            write(field.value(), out);
        });
        write(write.item().series(), out);
        out.writeLong(write.item().number());
        out.writeLong(write.accepted().toEpochMilli());
        writeAll(List.copyOf(accepted.reach().tags()), out, tag -> write(tag.name(), out));
        write(accepted.repeat(), out, repeat -> write(repeat, out));
        if (accepted.content() instanceof WriteContent.InFile file) {
            out.writeBoolean(true);
            write(file.name(), out);
            out.writeLong(file.length());
        } else {
            out.writeBoolean(false);
        }
    }

    private static void write(WriteLogRecord.Settled settled, DataOutputStream out) throws IOException {
        write(settled.batch(), out);
        out.writeLong(settled.at().toEpochMilli());
        Map<OriginReply, Integer> replies = new LinkedHashMap<>();
        for (Outcome outcome : settled.outcomes()) {
            outcome.reply().ifPresent(reply -> replies.putIfAbsent(reply, replies.size()));
        }
        writeAll(List.copyOf(replies.keySet()), out, reply -> {
            out.writeInt(reply.status());
            write(reply.contentType(), out, type -> write(type, out));
            write(reply.content(), out);
        });
        writeAll(settled.outcomes(), out, outcome -> {
            out.writeLong(outcome.number());
            out.writeByte(code(outcome.fate()));
            out.writeInt(outcome.attempts());
            out.writeInt(outcome.reply().map(replies::get).orElse(-1));
            write(outcome.reason(), out);
            write(outcome.delivered(), out, identity -> {
                write(identity.id(), out);
                write(identity.repeat(), out, repeat -> write(repeat, out));
            });
        });
    }

    private static int code(Fate fate) {
        return switch (fate) {
            case DELIVERED -> 1;
            case DEAD -> 2;
            case AGAIN -> 3;
        };
    }

    private static Fate fate(int code) throws IOException {
        return switch (code) {
            case 1 -> Fate.DELIVERED;
            case 2 -> Fate.DEAD;
            case 3 -> Fate.AGAIN;
            default -> throw new IOException("no fate is " + code);
        };
    }

    private static void write(IdempotencyFingerprint repeat, DataOutputStream out) throws IOException {
        write(repeat.key(), out);
        write(repeat.content(), out);
    }

    private static IdempotencyFingerprint repeat(DataInputStream in) throws IOException {
        return new IdempotencyFingerprint(digest(in), digest(in));
    }

    private static void write(TruncatedSha256 digest, DataOutputStream out) throws IOException {
        out.writeLong(digest.high());
        out.writeLong(digest.low());
    }

    private static void write(UUID id, DataOutputStream out) throws IOException {
        out.writeLong(id.getMostSignificantBits());
        out.writeLong(id.getLeastSignificantBits());
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static <T> void write(Optional<T> value, DataOutputStream out, Writer<T> writer) throws IOException {
        out.writeBoolean(value.isPresent());
        if (value.isPresent()) {
            writer.write(value.get());
        }
    }

    private static <T> void writeAll(List<T> values, DataOutputStream out, Writer<T> writer) throws IOException {
        out.writeInt(values.size());
        for (T value : values) {
            writer.write(value);
        }
    }

    /**
     * Decodes a record.
     *
     * @throws IOException if the bytes are malformed, or of an unknown version
     */
    static WriteLogRecord decode(ByteBuffer record) throws IOException {
        byte[] bytes = new byte[record.remaining()];
        record.duplicate().get(bytes);
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version > VERSION || version < WITHOUT_ITEMS) {
                throw new IOException("a record of version " + version);
            }
            int kind = in.readUnsignedByte();
            return switch (kind) {
                case ACCEPTED -> accepted(version, in, bytes);
                case PLANNED -> new WriteLogRecord.Planned(id(in), all(in, DataInputStream::readLong));
                case SETTLED -> settled(in);
                case REDRIVEN -> new WriteLogRecord.Redriven(all(in, DataInputStream::readLong));
                case DISCARDED -> new WriteLogRecord.Discarded(all(in, DataInputStream::readLong));
                default -> throw new IOException("no kind of record is " + kind);
            };
        } catch (RuntimeException malformed) {
            throw new IOException("no record", malformed);
        }
    }

    private static WriteLogRecord.Accepted accepted(int version, DataInputStream in, byte[] bytes) throws IOException {
        long number = in.readLong();
        UUID id = id(in);
        String channel = text(in);
        String key = text(in);
        String method = text(in);
        URI target = URI.create(text(in));
        URI asked = version > WITHOUT_ASKED ? URI.create(text(in)) : target;
        HeaderFields.Builder fields = HeaderFields.builder();
        all(in, each -> new HeaderField(text(each), text(each)))
                .forEach(field -> fields.add(field.name(), field.value()));
        ItemId item = version == WITHOUT_ITEMS ? itemOf(id, in) : new ItemId(id(in), in.readLong());
        Instant at = Instant.ofEpochMilli(in.readLong());
        Set<CacheTag> tags = new LinkedHashSet<>(all(in, each -> new CacheTag(text(each))));
        Optional<IdempotencyFingerprint> repeat = optional(in, WriteLogRecordCodec::repeat);
        WriteContent content = in.readBoolean()
                ? new WriteContent.InFile(text(in), in.readLong())
                : new WriteContent.Inline(ByteBuffer.wrap(bytes, bytes.length - in.available(), in.available())
                        .slice()
                        .asReadOnlyBuffer());
        var head = new RequestHead(method, target, fields.build());
        var write = new AcknowledgedWrite(number, id, channel, key, head, item, at, content.length());
        return new WriteLogRecord.Accepted(write, new WriteReach(tags, asked), repeat, content);
    }

    /** Creates a separate series for a write acknowledged before series existed. */
    private static ItemId itemOf(UUID id, DataInputStream in) throws IOException {
        optional(in, WriteLogRecordCodec::text);
        return new ItemId(id, 0);
    }

    private static WriteLogRecord.Settled settled(DataInputStream in) throws IOException {
        UUID batch = id(in);
        Instant at = Instant.ofEpochMilli(in.readLong());
        List<OriginReply> replies =
                all(in, each -> new OriginReply(each.readInt(), optional(each, WriteLogRecordCodec::text), text(each)));
        List<Outcome> outcomes = all(in, each -> {
            long number = each.readLong();
            Fate fate = fate(each.readUnsignedByte());
            int attempts = each.readInt();
            int reply = each.readInt();
            return new Outcome(
                    number,
                    fate,
                    attempts,
                    reply < 0 ? Optional.empty() : Optional.of(replies.get(reply)),
                    text(each),
                    optional(
                            each,
                            one -> new WriteLogRecord.Identity(id(one), optional(one, WriteLogRecordCodec::repeat))));
        });
        return new WriteLogRecord.Settled(batch, at, outcomes);
    }

    private static TruncatedSha256 digest(DataInputStream in) throws IOException {
        return new TruncatedSha256(in.readLong(), in.readLong());
    }

    private static UUID id(DataInputStream in) throws IOException {
        return new UUID(in.readLong(), in.readLong());
    }

    private static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[count(in)];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static <T> Optional<T> optional(DataInputStream in, Reader<T> reader) throws IOException {
        return in.readBoolean() ? Optional.of(reader.read(in)) : Optional.empty();
    }

    private static <T> List<T> all(DataInputStream in, Reader<T> reader) throws IOException {
        int count = count(in);
        List<T> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(reader.read(in));
        }
        return values;
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new IOException(count + " of them in " + in.available() + " bytes");
        }
        return count;
    }
}
