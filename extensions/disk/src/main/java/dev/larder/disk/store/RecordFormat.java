package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.policies.format.EntryBytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Encoding of records, big-endian: the version; sequence, weight, cost; seconds and nanoseconds of dropAfter; epoch and tags;
 * key; head; id, length and checksum of each file; finally a CRC32C of the record's hash and all preceding bytes. Lists are
 * prefixed with their length.
 */
final class RecordFormat {

    static final byte VERSION = 1;

    private static final int FIXED = 1 + Long.BYTES + 4 * Integer.BYTES;
    private static final int BLOB = 2 * Long.BYTES + Integer.BYTES;
    private static final long UNSIGNED = 0xffff_ffffL;

    private RecordFormat() {}

    static byte[] encode(long hash, DiskRecord record) {
        CacheEntry<EntryHead> entry = record.entry();
        byte[] key = record.key().encoded();
        byte[] head = entry.value().bytes();
        EntryBytes about = EntryBytes.of(entry);
        var out = ByteBuffer.allocate(FIXED
                + about.length()
                + key.length
                + head.length
                + record.blobs().size() * BLOB);
        out.put(VERSION).putLong(record.sequence());
        about.put(out);
        out.putInt(key.length).put(key).putInt(head.length).put(head);
        out.putInt(record.blobs().size());
        for (BlobRef blob : record.blobs()) {
            out.putLong(blob.id()).putLong(blob.length()).putInt((int) blob.checksum());
        }
        return out.putInt(checksum(hash, out.array())).array();
    }

    /** Whether the bytes start with a version that this program reads. */
    static boolean isKnown(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == VERSION;
    }

    /** Decodes a record; empty if the version is unknown, or the bytes are not a record under this hash. */
    static Optional<DiskRecord> decode(long hash, byte[] bytes) {
        if (!isKnown(bytes) || bytes.length < FIXED + EntryBytes.FIXED) {
            return Optional.empty();
        }
        var in = ByteBuffer.wrap(bytes);
        if (in.getInt(bytes.length - Integer.BYTES) != checksum(hash, bytes)) {
            return Optional.empty();
        }
        try {
            return Optional.of(record(in.position(1)));
        } catch (BufferUnderflowException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static DiskRecord record(ByteBuffer in) {
        long sequence = in.getLong();
        EntryBytes about = EntryBytes.get(in);
        CacheKey key = CacheKey.ofEncoded(EntryBytes.bytes(in));
        CacheEntry<EntryHead> entry = about.entry(new EntryHead(EntryBytes.bytes(in)));
        return new DiskRecord(sequence, key, entry, blobs(in));
    }

    private static List<BlobRef> blobs(ByteBuffer in) {
        int count = EntryBytes.count(in, BLOB);
        var blobs = new ArrayList<BlobRef>(count);
        for (int i = 0; i < count; i++) {
            blobs.add(new BlobRef(in.getLong(), in.getLong(), in.getInt() & UNSIGNED));
        }
        return List.copyOf(blobs);
    }

    private static int checksum(long hash, byte[] bytes) {
        var crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, hash));
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
