package dev.larder.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EntryCodec.EntryParts;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Vary;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read as it was, by every later version, and nothing else is. */
class ResponseCodecTest {

    private static final String FIRST_VERSION = String.join(
            "",
            "010000000200000000c8000000030000000c436f6e74656e742d547970650000000a746578742f706c61696e",
            "00000004455461670000000322312200000007582d4c6174696e000000066772c3bcc39f000000020000000f",
            "6163636570742d6c616e677561676500000002646500000003782d610000000100000000006553f100075bcd",
            "1500000000000000011dcd6500000000000000003c0000000001000000c8000000010000000d43616368652d",
            "436f6e74726f6c0000000a6d61782d6167653d3630000000020000000f6163636570742d6c616e6775616765",
            "00000002646500000003782d610000000100000000006553f100075bcd1500000000000000011dcd65000000",
            "00000000000b167197eb");

    private final ResponseCodec codec = new ResponseCodec();

    private static StoredResponse response(String body, String... fields) {
        return StoredResponse.restore(
                new ResponseHead(200, HeaderFields.of(fields)),
                Map.of("accept-language", "de", "x-a", Vary.ABSENT),
                StoredBodyUtils.of(body.getBytes(StandardCharsets.UTF_8)),
                Instant.ofEpochSecond(1_700_000_000, 123_456_789),
                Duration.ofMillis(1_500),
                Duration.ofSeconds(60));
    }

    private static ResponseVariants variants() {
        return ResponseVariants.restore(List.of(
                response("abc", "Content-Type", "text/plain", "ETag", "\"1\"", "X-Latin", "gr\u00fc\u00df"),
                response("", "Cache-Control", "max-age=60").softPurged(Instant.ofEpochSecond(1_700_000_010))));
    }

    @Test
    void decodesEncodedVariantsUnchanged() {
        EntryParts parts = codec.encode(variants());
        assertThat(parts.contents()).extracting(EntryContent::length).containsExactly(3L, 0L);
        ResponseVariants read = codec.decode(parts.head(), parts.contents()).orElseThrow();
        assertThat(read).isEqualTo(variants());
        assertThat(read.responses().get(1).isSoftPurged()).isTrue();
    }

    @Test
    void decodesFirstFormatVersion() {
        var head = new EntryHead(HexFormat.of().parseHex(FIRST_VERSION));
        List<EntryContent> contents =
                List.of(new HeapContent("abc".getBytes(StandardCharsets.UTF_8)), new HeapContent(new byte[0]));
        assertThat(codec.decode(head, contents)).contains(variants());
    }

    @Test
    void decodesNothingFromUnknownFormatVersion() {
        EntryParts parts = codec.encode(variants());
        byte[] bytes = parts.head().bytes().clone();
        bytes[0]++;
        assertThat(codec.decode(new EntryHead(bytes), parts.contents())).isEmpty();
    }

    @Test
    void decodesNothingIfNumberOfContentsDiffers() {
        EntryParts parts = codec.encode(variants());
        assertThat(codec.decode(parts.head(), parts.contents().subList(0, 1))).isEmpty();
        assertThat(codec.decode(parts.head(), List.of())).isEmpty();
    }

    @Test
    void decodesNothingFromTruncatedHead() {
        EntryParts parts = codec.encode(variants());
        byte[] bytes = parts.head().bytes();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(codec.decode(new EntryHead(Arrays.copyOf(bytes, length)), parts.contents()))
                    .as("%d bytes", length)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void decodingCorruptedHeadNeverThrows(long seed) {
        var random = new Random(seed);
        EntryParts parts = codec.encode(variants());
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = parts.head().bytes().clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            codec.decode(new EntryHead(bytes), parts.contents());
        }
    }
}
