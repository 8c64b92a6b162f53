package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.HeapContent;
import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.fuzz.OctetMutations;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** An entry between members, with edits, under a checksum that is wrong or made right again. */
public final class EnvelopeFuzz {

    private EnvelopeFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        byte[] key = input.bytes();
        SharedMapEntry envelope = new SharedMapEntry(
                input.number(),
                new CacheEntry<>(
                        new EntryHead(input.bytes()),
                        1 + (input.number() >>> 1 & Integer.MAX_VALUE),
                        input.number() & Long.MAX_VALUE,
                        Instant.ofEpochMilli(input.number() >> 16),
                        EpochStamp.restore(
                                input.number() & Long.MAX_VALUE, new long[] {input.number(), input.octet()})),
                List.of(new HeapContent(input.bytes()), new HeapContent(input.bytes())));
        byte[] bytes = envelope.encode(key);
        isAs(SharedMapEntry.decode(key, bytes).orElseThrow(), envelope);
        byte[] edited = OctetMutations.apply(bytes, input);
        decoded(key, edited);
        decoded(key, withChecksum(key, edited))
                .ifPresent(other ->
                        isAs(SharedMapEntry.decode(key, other.encode(key)).orElseThrow(), other));
        FuzzAssertions.hold(
                decoded(new byte[] {1, 2, 3, 4, 5}, bytes).isEmpty() || key.length == 5, () -> "under another key");
    }

    private static Optional<SharedMapEntry> decoded(byte[] key, byte[] bytes) {
        return FuzzAssertions.readFrugally(bytes.length, () -> SharedMapEntry.decode(key, bytes));
    }

    private static void isAs(SharedMapEntry found, SharedMapEntry wanted) {
        FuzzAssertions.equal(found.storedAt(), wanted.storedAt(), () -> "storedAt");
        FuzzAssertions.equal(found.entry().weight(), wanted.entry().weight(), () -> "weight");
        FuzzAssertions.equal(found.entry().cost(), wanted.entry().cost(), () -> "cost");
        FuzzAssertions.equal(found.entry().dropAfter(), wanted.entry().dropAfter(), () -> "dropAfter");
        FuzzAssertions.equal(found.entry().stamp(), wanted.entry().stamp(), () -> "stamp");
        FuzzAssertions.hold(
                Arrays.equals(
                        found.entry().value().bytes(), wanted.entry().value().bytes()),
                () -> "head");
        FuzzAssertions.equal(found.contents().size(), wanted.contents().size(), () -> "contents");
        for (int i = 0; i < found.contents().size(); i++) {
            boolean same = Arrays.equals(
                    found.contents().get(i).bytes(), wanted.contents().get(i).bytes());
            FuzzAssertions.hold(same, () -> "a content");
        }
    }

    private static byte[] withChecksum(byte[] key, byte[] bytes) {
        if (bytes.length < Integer.BYTES) {
            return bytes;
        }
        var crc = new CRC32C();
        crc.update(key);
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        byte[] right = bytes.clone();
        ByteBuffer.wrap(right).putInt(right.length - Integer.BYTES, (int) crc.getValue());
        return right;
    }
}
