package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import dev.larder.policies.format.EntryBytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * An entry as members exchange it. Encoding, big-endian: the version, {@value #VERSION}; storedAt, weight, cost; seconds and
 * nanoseconds of dropAfter; epoch and tags; head; contents; finally a CRC32C of the entry's key and all preceding bytes. Lists
 * and byte strings are prefixed with their length.
 *
 * <p>Members of adjacent releases work together: a version once written is readable for ever; a release that introduces a new one
 * reads it but writes the previous one, until the next release. A member that meets a newer version treats it as a miss, leaves
 * it in place, and overwrites it only with a newer response of an origin, which all members can read.
 *
 * @param storedAt microseconds since the epoch on the time line that members share
 * @param entry with the head of its value; its dropAfter is on the time line that members share
 * @param contents of the value, in order
 */
record SharedMapEntry(long storedAt, CacheEntry<EntryHead> entry, List<HeapContent> contents) {

    static final byte VERSION = 2;

    private static final int FIXED = 1 + Long.BYTES + 3 * Integer.BYTES;

    byte[] encode(byte[] key) {
        byte[] head = entry.value().bytes();
        EntryBytes about = EntryBytes.of(entry);
        var out = ByteBuffer.allocate(FIXED + about.length() + head.length + lengthOfContents());
        out.put(VERSION).putLong(storedAt);
        about.put(out);
        out.putInt(head.length).put(head).putInt(contents.size());
        for (HeapContent content : contents) {
            out.putInt(content.bytes().length).put(content.bytes());
        }
        return out.putInt(checksum(key, out.array())).array();
    }

    private int lengthOfContents() {
        return contents.stream()
                .mapToInt(content -> Integer.BYTES + content.bytes().length)
                .sum();
    }

    /** Decodes an entry; empty if the version is unknown, or the bytes are not an entry under this key. */
    static Optional<SharedMapEntry> decode(byte[] key, byte[] bytes) {
        if (bytes.length < FIXED + EntryBytes.FIXED || bytes[0] != VERSION) {
            return Optional.empty();
        }
        var in = ByteBuffer.wrap(bytes);
        if (in.getInt(bytes.length - Integer.BYTES) != checksum(key, bytes)) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(in.position(1)));
        } catch (BufferUnderflowException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static SharedMapEntry read(ByteBuffer in) {
        long storedAt = in.getLong();
        EntryBytes about = EntryBytes.get(in);
        CacheEntry<EntryHead> entry = about.entry(new EntryHead(EntryBytes.bytes(in)));
        return new SharedMapEntry(storedAt, entry, contents(in));
    }

    private static List<HeapContent> contents(ByteBuffer in) {
        int count = EntryBytes.count(in, Integer.BYTES);
        var contents = new ArrayList<HeapContent>(count);
        for (int i = 0; i < count; i++) {
            contents.add(new HeapContent(EntryBytes.bytes(in)));
        }
        return contents;
    }

    private static int checksum(byte[] key, byte[] bytes) {
        var crc = new CRC32C();
        crc.update(key);
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        return (int) crc.getValue();
    }

    /** Returns the contents if all are in the heap and together within the limit; empty otherwise. */
    static Optional<List<HeapContent>> carriable(List<EntryContent> contents, int largest) {
        long bytes = 0;
        var inHeap = new ArrayList<HeapContent>(contents.size());
        for (EntryContent content : contents) {
            bytes += content.length();
            if (!(content instanceof HeapContent heap) || bytes > largest) {
                return Optional.empty();
            }
            inHeap.add(heap);
        }
        return Optional.of(inHeap);
    }
}
