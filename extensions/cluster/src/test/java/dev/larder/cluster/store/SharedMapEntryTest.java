package dev.larder.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.HeapContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SharedMapEntryTest {

    private static final byte[] KEY =
            CacheKey.of("GET", "https://a.example/ü?q=ж").encoded();
    private static final long STORED_AT = 1_900_000_000_123_456L;
    private static final CacheEntry<EntryHead> ENTRY = new CacheEntry<>(
            new EntryHead(new byte[] {1, 2, 3}),
            1_234,
            5_678,
            Instant.parse("2030-01-02T03:04:05.000000006Z"),
            EpochStamp.of(9, List.of(new CacheTag("users"), new CacheTag("skills"))));
    private static final SharedMapEntry ENVELOPE = new SharedMapEntry(
            STORED_AT,
            ENTRY,
            List.of(new HeapContent("body".getBytes(StandardCharsets.UTF_8)), new HeapContent(new byte[0])));

    /** What version 2 writes: to be read by all later versions of this program. */
    private static byte[] fixture() {
        return fixture("envelope-2.hex");
    }

    private static byte[] fixture(String name) {
        try (InputStream file = SharedMapEntryTest.class.getResourceAsStream(name)) {
            byte[] text = Objects.requireNonNull(file, name).readAllBytes();
            return HexFormat.of().parseHex(new String(text, StandardCharsets.US_ASCII).replaceAll("\\s", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void decodesEntriesOfVersion2() {
        SharedMapEntry decoded = SharedMapEntry.decode(KEY, fixture()).orElseThrow();
        assertThat(decoded.storedAt()).isEqualTo(STORED_AT);
        assertThat(decoded.entry().weight()).isEqualTo(1_234);
        assertThat(decoded.entry().cost()).isEqualTo(5_678);
        assertThat(decoded.entry().dropAfter()).isEqualTo(ENTRY.dropAfter());
        assertThat(decoded.entry().stamp()).isEqualTo(ENTRY.stamp());
        assertThat(decoded.entry().value().bytes()).containsExactly(1, 2, 3);
        assertThat(decoded.contents().stream().map(HeapContent::bytes))
                .containsExactly("body".getBytes(StandardCharsets.UTF_8), new byte[0]);
    }

    @Test
    void encodesEntriesAsVersion2() {
        assertThat(HexFormat.of().formatHex(ENVELOPE.encode(KEY)))
                .isEqualTo(HexFormat.of().formatHex(fixture()));
    }

    @Test
    void rejectsEntriesOfVersion1() {
        assertThat(SharedMapEntry.decode(KEY, fixture("envelope-1.hex"))).isEmpty();
    }

    @Test
    void rejectsEntriesOfUnknownVersion() {
        byte[] bytes = fixture();
        bytes[0] = 3;
        var crc = new CRC32C();
        crc.update(KEY);
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, (int) crc.getValue());
        assertThat(SharedMapEntry.decode(KEY, bytes)).isEmpty();
    }

    @Test
    void rejectsEntryOfAnotherKey() {
        assertThat(SharedMapEntry.decode(CacheKey.of("GET", "/").encoded(), fixture()))
                .isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-C")
    void rejectsEntriesWithFlippedBitOrTruncation() {
        for (int bit = 0; bit < fixture().length * Byte.SIZE; bit++) {
            byte[] bytes = fixture();
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(SharedMapEntry.decode(KEY, bytes)).as("bit %d", bit).isEmpty();
        }
        for (int length = 0; length < fixture().length; length++) {
            byte[] bytes = Arrays.copyOf(fixture(), length);
            assertThat(SharedMapEntry.decode(KEY, bytes))
                    .as("length %d", length)
                    .isEmpty();
        }
    }

    @Test
    void roundTripsExtremeInstantsAndEmptyValue() {
        for (Instant instant : List.of(Instant.MIN, Instant.EPOCH, Instant.MAX)) {
            var entry = new CacheEntry<>(new EntryHead(new byte[0]), 1, 0, instant, EpochStamp.NONE);
            byte[] bytes = new SharedMapEntry(Long.MIN_VALUE, entry, List.of()).encode(KEY);
            SharedMapEntry decoded = SharedMapEntry.decode(KEY, bytes).orElseThrow();
            assertThat(decoded.entry().dropAfter()).isEqualTo(instant);
            assertThat(decoded.entry().stamp()).isEqualTo(EpochStamp.NONE);
            assertThat(decoded.contents()).isEmpty();
        }
    }
}
