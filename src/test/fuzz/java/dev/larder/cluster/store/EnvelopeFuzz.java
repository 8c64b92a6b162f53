package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec.Head;
import dev.larder.cache.spi.HeapContent;
import dev.larder.cache.spi.Stamp;
import dev.larder.fuzz.Edits;
import dev.larder.fuzz.Input;
import dev.larder.fuzz.Must;
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
        Input input = Input.of(data);
        byte[] key = input.bytes();
        Envelope envelope = new Envelope(
                input.number(),
                new CacheEntry<>(
                        new Head(input.bytes()),
                        1 + (input.number() >>> 1 & Integer.MAX_VALUE),
                        input.number() & Long.MAX_VALUE,
                        Instant.ofEpochMilli(input.number() >> 16),
                        Stamp.restore(input.number() & Long.MAX_VALUE, new long[] {input.number(), input.octet()})),
                List.of(new HeapContent(input.bytes()), new HeapContent(input.bytes())));
        byte[] bytes = envelope.encode(key);
        isAs(Envelope.decode(key, bytes).orElseThrow(), envelope);
        byte[] edited = Edits.apply(bytes, input);
        decoded(key, edited);
        decoded(key, withChecksum(key, edited))
                .ifPresent(other -> isAs(Envelope.decode(key, other.encode(key)).orElseThrow(), other));
        Must.hold(decoded(new byte[] {1, 2, 3, 4, 5}, bytes).isEmpty() || key.length == 5, () -> "under another key");
    }

    private static Optional<Envelope> decoded(byte[] key, byte[] bytes) {
        return Must.readFrugally(bytes.length, () -> Envelope.decode(key, bytes));
    }

    private static void isAs(Envelope found, Envelope wanted) {
        Must.equal(found.storedAt(), wanted.storedAt(), () -> "storedAt");
        Must.equal(found.entry().weight(), wanted.entry().weight(), () -> "weight");
        Must.equal(found.entry().cost(), wanted.entry().cost(), () -> "cost");
        Must.equal(found.entry().dropAfter(), wanted.entry().dropAfter(), () -> "dropAfter");
        Must.equal(found.entry().stamp(), wanted.entry().stamp(), () -> "stamp");
        Must.hold(
                Arrays.equals(
                        found.entry().value().bytes(), wanted.entry().value().bytes()),
                () -> "head");
        Must.equal(found.contents().size(), wanted.contents().size(), () -> "contents");
        for (int i = 0; i < found.contents().size(); i++) {
            boolean same = Arrays.equals(
                    found.contents().get(i).bytes(), wanted.contents().get(i).bytes());
            Must.hold(same, () -> "a content");
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
