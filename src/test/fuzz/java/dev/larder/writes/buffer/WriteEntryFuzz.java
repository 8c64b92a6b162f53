package dev.larder.writes.buffer;

import dev.larder.cache.spi.Tag;
import dev.larder.fuzz.Edits;
import dev.larder.fuzz.Input;
import dev.larder.fuzz.Must;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.ItemId;
import dev.larder.writes.Reply;
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
    private static final Optional<Repeat> REPEAT = Optional.of(new Repeat(new Digest(3, 4), new Digest(5, 6)));
    private static final List<Entry> ENTRIES = List.of(
            accepted(new Content.Inline(ByteBuffer.wrap(new byte[] {1, 2, 3})), 3),
            accepted(new Content.InFile("0123456789abcdef0123456789abcdef.body", 1 << 20), 1 << 20),
            new Entry.Planned(ID, List.of(1L, 2L, 3L)),
            new Entry.Settled(
                    ID,
                    AT,
                    List.of(
                            new Entry.Outcome(
                                    1,
                                    Entry.Fate.DELIVERED,
                                    1,
                                    Optional.of(new Reply(200, Optional.of("text/plain"), "done")),
                                    "",
                                    Optional.of(new Entry.Identity(ID, REPEAT))),
                            new Entry.Outcome(2, Entry.Fate.DEAD, 7, Optional.empty(), "refused", Optional.empty()))),
            new Entry.Redriven(List.of(4L)),
            new Entry.Discarded(List.of(5L, 6L)));

    private WriteEntryFuzz() {}

    private static Entry accepted(Content content, long length) {
        var head = new RequestHead("POST", URI.create("http://origin.test/a"), HeaderFields.of("Content-Type", "a/b"));
        var write = new BufferedWrite(7, ID, "notes", "key", head, new ItemId(ID, 3), AT, length);
        return new Entry.Accepted(write, Set.of(new Tag("pool notes"), new Tag("path /a")), REPEAT, content);
    }

    public static void fuzzerTestOneInput(byte[] data) {
        Input input = Input.of(data);
        Entry entry = input.oneOf(ENTRIES);
        byte[] bytes = bytes(entry);
        Must.equal(decoded(bytes), Optional.of(entry), () -> "what was written");
        decoded(Edits.apply(bytes, input)).ifPresent(WriteEntryFuzz::comesBack);
        decoded(data).ifPresent(WriteEntryFuzz::comesBack);
    }

    private static void comesBack(Entry entry) {
        Must.equal(decoded(bytes(entry)), Optional.of(entry), () -> "what was read");
    }

    private static byte[] bytes(Entry entry) {
        List<ByteBuffer> parts = EntryCodec.encode(entry);
        var all = ByteBuffer.allocate(
                parts.stream().mapToInt(ByteBuffer::remaining).sum());
        parts.forEach(part -> all.put(part.duplicate()));
        return all.array();
    }

    private static Optional<Entry> decoded(byte[] bytes) {
        return Must.readFrugally(bytes.length, () -> {
            try {
                return Optional.of(EntryCodec.decode(ByteBuffer.wrap(bytes)));
            } catch (IOException none) {
                return Optional.empty();
            }
        });
    }
}
