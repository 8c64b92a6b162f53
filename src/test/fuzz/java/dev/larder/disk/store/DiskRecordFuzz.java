package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec.Head;
import dev.larder.cache.spi.Stamp;
import dev.larder.fuzz.Edits;
import dev.larder.fuzz.Input;
import dev.larder.fuzz.Must;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** A record of the index, with edits, under a checksum that is wrong or made right again. */
public final class DiskRecordFuzz {

    private DiskRecordFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        Input input = Input.of(data);
        long hash = input.number();
        CacheEntry<Head> entry = new CacheEntry<>(
                new Head(input.bytes()),
                1 + (input.number() & Integer.MAX_VALUE),
                input.number() & Long.MAX_VALUE,
                Instant.ofEpochMilli(input.number() >> 16),
                Stamp.restore(input.number() & Long.MAX_VALUE, new long[] {input.number(), input.octet()}));
        var blobs = List.of(new BlobRef(input.octet(), input.number(), input.octet()), new BlobRef(7, 0, 0xffff_ffffL));
        var record = new DiskRecord(input.number(), CacheKey.of(input.text(), input.text() + "\u20ac"), entry, blobs);
        byte[] bytes = RecordFormat.encode(hash, record);
        isAs(RecordFormat.decode(hash, bytes).orElseThrow(), record);
        byte[] edited = Edits.apply(bytes, input);
        decoded(hash, edited);
        decoded(hash, withChecksum(hash, edited))
                .ifPresent(other -> isAs(
                        RecordFormat.decode(hash, RecordFormat.encode(hash, other))
                                .orElseThrow(),
                        other));
        Must.hold(decoded(hash + 1, bytes).isEmpty(), () -> "under another hash");
    }

    private static Optional<DiskRecord> decoded(long hash, byte[] bytes) {
        return Must.readFrugally(bytes.length, () -> RecordFormat.decode(hash, bytes));
    }

    private static void isAs(DiskRecord found, DiskRecord wanted) {
        Must.equal(found.sequence(), wanted.sequence(), () -> "sequence");
        Must.equal(found.key(), wanted.key(), () -> "key");
        Must.hold(
                found.hasForm(wanted.entry(), wanted.blobs()), () -> "entry or lengths and checksums of its contents");
        Must.equal(found.blobs(), wanted.blobs(), () -> "contents");
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
