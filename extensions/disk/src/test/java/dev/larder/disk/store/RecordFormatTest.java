package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EpochStamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordFormatTest {

    private static final long HASH = 0x0123_4567_89ab_cdefL;
    private static final DiskRecord RECORD = new DiskRecord(
            42,
            CacheKey.of("GET", "https://a.example/ü?q=ж"),
            new CacheEntry<>(
                    new EntryHead(new byte[] {1, 2, 3}),
                    1_234,
                    5_678,
                    Instant.parse("2030-01-02T03:04:05.000000006Z"),
                    EpochStamp.of(9, List.of(new CacheTag("users"), new CacheTag("skills")))),
            List.of(new BlobRef(7, 1_000, 0xffff_ffffL), new BlobRef(8, 0, 0)));

    /** What version 1 writes: to be read by all later versions of this program. */
    private static final String VERSION_1 = "01000000000000002a00000000000004d2000000000000162e0000000070dd552500000006"
            + "0000000000000009000000020522fd2d9ac9984d2ce3100e5a3eaae8"
            + "0000003900000003474554ffffffe800680074007400700073003a002f002f0061002e"
            + "006500780061006d0070006c0065002f00fc003f0071003d0436"
            + "00000003010203"
            + "00000002000000000000000700000000000003e8ffffffff00000000000000080000000000000000000000002bc5ee32";

    private static byte[] fixture() {
        return HexFormat.of().parseHex(VERSION_1);
    }

    @Test
    void decodesRecordsOfVersion1() {
        assertRecord(RecordFormat.decode(HASH, fixture()).orElseThrow());
    }

    @Test
    void encodesRecordsAsVersion1() {
        assertThat(HexFormat.of().formatHex(RecordFormat.encode(HASH, RECORD))).isEqualTo(VERSION_1);
    }

    private static void assertRecord(DiskRecord decoded) {
        assertThat(decoded.key()).isEqualTo(RECORD.key());
        assertThat(decoded.sequence()).isEqualTo(42);
        assertThat(decoded.blobs()).isEqualTo(RECORD.blobs());
        assertThat(decoded.hasForm(RECORD.entry(), RECORD.blobs())).isTrue();
    }

    @Test
    void rejectsRecordsOfUnknownVersion() {
        byte[] bytes = fixture();
        bytes[0] = 2;
        assertThat(RecordFormat.decode(HASH, bytes)).isEmpty();
        assertThat(RecordFormat.isKnown(bytes)).isFalse();
    }

    @Test
    void rejectsRecordUnderAnotherHash() {
        assertThat(RecordFormat.decode(HASH + 1, fixture())).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-K")
    void rejectsRecordsWithFlippedBitOrTruncation() {
        for (int bit = 0; bit < fixture().length * Byte.SIZE; bit++) {
            byte[] bytes = fixture();
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(RecordFormat.decode(HASH, bytes)).as("bit %d", bit).isEmpty();
        }
        for (int length = 0; length < fixture().length; length++) {
            byte[] bytes = Arrays.copyOf(fixture(), length);
            assertThat(RecordFormat.decode(HASH, bytes)).as("length %d", length).isEmpty();
        }
    }

    @Test
    void roundTripsExtremeInstantsAndEmptyHead() {
        for (Instant instant : List.of(Instant.MIN, Instant.EPOCH, Instant.MAX)) {
            var entry = new CacheEntry<>(new EntryHead(new byte[0]), 1, 0, instant, EpochStamp.NONE);
            var record = new DiskRecord(1, CacheKey.of(), entry, List.of());
            DiskRecord decoded =
                    RecordFormat.decode(HASH, RecordFormat.encode(HASH, record)).orElseThrow();
            assertThat(decoded.hasForm(entry, List.of())).isTrue();
            assertThat(decoded.key()).isEqualTo(CacheKey.of());
        }
    }
}
