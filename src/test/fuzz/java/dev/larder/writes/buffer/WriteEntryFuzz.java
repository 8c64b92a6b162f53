package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.fuzz.OctetMutations;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import dev.larder.writes.OriginReply;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Records of acknowledged writes and of what has become of them, with edits. */
public final class WriteEntryFuzz {

    private static final UUID ID = new UUID(1, 2);
    private static final Instant AT = Instant.parse("2026-11-23T04:05:06Z");
    private static final Optional<IdempotencyFingerprint> REPEAT =
            Optional.of(new IdempotencyFingerprint(new TruncatedSha256(3, 4), new TruncatedSha256(5, 6)));
    private static final List<WriteLogRecord> ENTRIES = List.of(
            accepted(new WriteContent.Inline(ByteBuffer.wrap(new byte[] {1, 2, 3})), 3),
            accepted(new WriteContent.InFile("0123456789abcdef0123456789abcdef.body", 1 << 20), 1 << 20),
            new WriteLogRecord.Planned(ID, List.of(1L, 2L, 3L)),
            new WriteLogRecord.Settled(
                    ID,
                    AT,
                    List.of(
                            new WriteLogRecord.Outcome(
                                    1,
                                    WriteLogRecord.Fate.DELIVERED,
                                    1,
                                    Optional.of(new OriginReply(200, Optional.of("text/plain"), "done")),
                                    "",
                                    Optional.of(new WriteLogRecord.Identity(ID, REPEAT))),
                            new WriteLogRecord.Outcome(
                                    2, WriteLogRecord.Fate.DEAD, 7, Optional.empty(), "refused", Optional.empty()))),
            new WriteLogRecord.Redriven(List.of(4L)),
            new WriteLogRecord.Discarded(List.of(5L, 6L)));

    private WriteEntryFuzz() {}

    private static WriteLogRecord accepted(WriteContent content, long length) {
        var head = new RequestHead("POST", URI.create("http://origin.test/a"), HeaderFields.of("Content-Type", "a/b"));
        var write = new AcknowledgedWrite(7, ID, "notes", "key", head, new ItemId(ID, 3), AT, length);
        return new WriteLogRecord.Accepted(
                write,
                WriteReach.of(
                        Set.of(new CacheTag("pool notes"), new CacheTag("path /a")),
                        URI.create("https://gateway.test/v1/a")),
                REPEAT,
                content);
    }

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        WriteLogRecord entry = input.oneOf(ENTRIES);
        byte[] bytes = bytes(entry);
        FuzzAssertions.equal(decoded(bytes), Optional.of(entry), () -> "what was written");
        decoded(OctetMutations.apply(bytes, input)).ifPresent(WriteEntryFuzz::comesBack);
        decoded(data).ifPresent(WriteEntryFuzz::comesBack);
    }

    private static void comesBack(WriteLogRecord entry) {
        FuzzAssertions.equal(decoded(bytes(entry)), Optional.of(entry), () -> "what was read");
    }

    private static byte[] bytes(WriteLogRecord entry) {
        List<ByteBuffer> parts = WriteLogRecordCodec.encode(entry);
        var all = ByteBuffer.allocate(
                parts.stream().mapToInt(ByteBuffer::remaining).sum());
        parts.forEach(part -> all.put(part.duplicate()));
        return all.array();
    }

    private static Optional<WriteLogRecord> decoded(byte[] bytes) {
        return FuzzAssertions.readFrugally(bytes.length, () -> {
            try {
                return Optional.of(WriteLogRecordCodec.decode(ByteBuffer.wrap(bytes)));
            } catch (IOException none) {
                return Optional.empty();
            }
        });
    }
}
