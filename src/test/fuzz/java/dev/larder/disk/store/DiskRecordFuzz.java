package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.fuzz.OctetMutations;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** A record of the index, with edits, under a checksum that is wrong or made right again. */
public final class DiskRecordFuzz {

    private DiskRecordFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        long hash = input.number();
        CacheEntry<EntryHead> entry = new CacheEntry<>(
                new EntryHead(input.bytes()),
                1 + (input.number() & Integer.MAX_VALUE),
                input.number() & Long.MAX_VALUE,
                Instant.ofEpochMilli(input.number() >> 16),
                EpochStamp.restore(input.number() & Long.MAX_VALUE, new long[] {input.number(), input.octet()}));
        var blobs = List.of(new BlobRef(input.octet(), input.number(), input.octet()), new BlobRef(7, 0, 0xffff_ffffL));
        var record = new DiskRecord(input.number(), CacheKey.of(input.text(), input.text() + "\u20ac"), entry, blobs);
        byte[] bytes = RecordFormat.encode(hash, record);
        isAs(RecordFormat.decode(hash, bytes).orElseThrow(), record);
        byte[] edited = OctetMutations.apply(bytes, input);
        decoded(hash, edited);
        decoded(hash, withChecksum(hash, edited))
                .ifPresent(other -> isAs(
                        RecordFormat.decode(hash, RecordFormat.encode(hash, other))
                                .orElseThrow(),
                        other));
        FuzzAssertions.hold(decoded(hash + 1, bytes).isEmpty(), () -> "under another hash");
    }

    private static Optional<DiskRecord> decoded(long hash, byte[] bytes) {
        return FuzzAssertions.readFrugally(bytes.length, () -> RecordFormat.decode(hash, bytes));
    }

    private static void isAs(DiskRecord found, DiskRecord wanted) {
        FuzzAssertions.equal(found.sequence(), wanted.sequence(), () -> "sequence");
        FuzzAssertions.equal(found.key(), wanted.key(), () -> "key");
        FuzzAssertions.hold(
                found.hasForm(wanted.entry(), wanted.blobs()), () -> "entry or lengths and checksums of its contents");
        FuzzAssertions.equal(found.blobs(), wanted.blobs(), () -> "contents");
    }

    private static byte[] withChecksum(long hash, byte[] bytes) {
        if (bytes.length < Integer.BYTES) {
            return bytes;
        }
        var crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, hash));
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        byte[] right = bytes.clone();
        ByteBuffer.wrap(right).putInt(right.length - Integer.BYTES, (int) crc.getValue());
        return right;
    }
}
