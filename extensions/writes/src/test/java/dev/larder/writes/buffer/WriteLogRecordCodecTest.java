package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records of earlier versions, byte for byte as they were written. */
class WriteLogRecordCodecTest {

    /** An acknowledged write of version 1, which had the client's Idempotency-Key and no id of its item. */
    private static final String VERSION_1 =
            "0101000000000000000700000000000000010000000000000002000000056e6f746573000000016b0000000450"
                    + "4f535400000014687474703a2f2f6f726967696e2e746573742f61000000010000000c436f6e74656e742d5479"
                    + "706500000003612f6201000000046f6e636500000000000003e8000000010000000a706f6f6c206e6f74657301"
                    + "0000000000000003000000000000000400000000000000050000000000000006006869";

    /** An acknowledged write of version 2, which had no URI that its client requested. */
    private static final String VERSION_2 =
            "0201000000000000000700000000000000010000000000000002000000056e6f746573000000016b0000000450"
                    + "4f535400000014687474703a2f2f6f726967696e2e746573742f61000000010000000c436f6e74656e742d5479"
                    + "706500000003612f6200000000000000080000000000000009000000000000000a00000000000003e800000001"
                    + "0000000a706f6f6c206e6f7465730100000000000000030000000000000004000000000000000500000000000000"
                    + "06006869";

    private static final URI TARGET = URI.create("http://origin.test/a");
    private static final URI ASKED = URI.create("https://gateway.test/v1/a");

    @Test
    void decodesVersion1WriteAsItemOfItsOwnSeries() throws IOException {
        var id = new UUID(1, 2);
        WriteLogRecord read =
                WriteLogRecordCodec.decode(ByteBuffer.wrap(HexFormat.of().parseHex(VERSION_1)));

        assertThat(read).isEqualTo(accepted(id, new ItemId(id, 0), TARGET));
        assertThat(((WriteLogRecord.Accepted) read).write().item())
                .as("as its origin may have seen it")
                .hasToString(id.toString());
    }

    @Test
    void decodesVersion2WriteWithTargetAsRequestedUri() throws IOException {
        assertThat(WriteLogRecordCodec.decode(ByteBuffer.wrap(HexFormat.of().parseHex(VERSION_2))))
                .isEqualTo(accepted(new UUID(1, 2), new ItemId(new UUID(8, 9), 10), TARGET));
    }

    @Test
    void reencodingKeepsItemIdAndRequestedUri() throws IOException {
        WriteLogRecord entry = accepted(new UUID(1, 2), new ItemId(new UUID(8, 9), 10), ASKED);

        assertThat(WriteLogRecordCodec.decode(bytes(entry))).isEqualTo(entry);
    }

    private static WriteLogRecord accepted(UUID id, ItemId item, URI asked) {
        var head = new RequestHead("POST", TARGET, HeaderFields.of("Content-Type", "a/b"));
        var write = new AcknowledgedWrite(7, id, "notes", "k", head, item, Instant.ofEpochMilli(1000), 2);
        var repeat = new IdempotencyFingerprint(new TruncatedSha256(3, 4), new TruncatedSha256(5, 6));
        ByteBuffer content = ByteBuffer.wrap(new byte[] {'h', 'i'});
        return new WriteLogRecord.Accepted(
                write,
                new WriteReach(Set.of(new CacheTag("pool notes")), asked),
                Optional.of(repeat),
                new WriteContent.Inline(content));
    }

    private static ByteBuffer bytes(WriteLogRecord entry) {
        List<ByteBuffer> parts = WriteLogRecordCodec.encode(entry);
        ByteBuffer all = ByteBuffer.allocate(
                parts.stream().mapToInt(ByteBuffer::remaining).sum());
        parts.forEach(all::put);
        return all.flip();
    }
}
