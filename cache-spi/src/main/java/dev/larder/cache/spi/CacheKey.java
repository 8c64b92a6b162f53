package dev.larder.cache.spi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cache key: a tuple of strings, encoded injectively (each part preceded by its length) and hashed with SHA-256.
 * Equality compares the whole tuple, never the hash alone. Different tuples never have equal encodings.
 *
 * <p>Ordered by encoding, so that hash tables can keep even colliding keys in logarithmic time.
 */
public final class CacheKey implements Comparable<CacheKey> {

    private final byte[] encoded;
    private final byte[] digest;
    private final int hash;

    private CacheKey(byte[] encoded) {
        this.encoded = encoded;
        this.digest = sha256(encoded);
        this.hash = ByteBuffer.wrap(digest).getInt();
    }

    /** The key of these parts, in this order. */
    public static CacheKey of(String... parts) {
        var out = new ByteArrayOutputStream(64 + 32 * parts.length);
        for (String part : parts) {
            out.writeBytes(encode(part));
        }
        return new CacheKey(out.toByteArray());
    }

    /** The parts this key was made of. */
    public List<String> parts() {
        var buffer = ByteBuffer.wrap(encoded);
        var parts = new ArrayList<String>();
        while (buffer.hasRemaining()) {
            parts.add(decode(buffer));
        }
        return List.copyOf(parts);
    }

    /** Length of the encoded tuple in bytes. */
    public int length() {
        return encoded.length;
    }

    /** SHA-256 of the encoded tuple in lower-case hexadecimal: a name for this key that is safe anywhere. */
    public String digest() {
        return HexFormat.of().formatHex(digest);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CacheKey that && hash == that.hash && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(CacheKey that) {
        return Arrays.compareUnsigned(encoded, that.encoded);
    }

    @Override
    public String toString() {
        return String.join(" ", parts());
    }

    /**
     * Latin-1 after the number of characters; what Latin-1 cannot say as UTF-16 after the complement of that number. UTF-8
     * would not do: it encodes every unpaired surrogate as the same question mark.
     */
    private static byte[] encode(String part) {
        byte[] latin1 = part.getBytes(StandardCharsets.ISO_8859_1);
        if (new String(latin1, StandardCharsets.ISO_8859_1).equals(part)) {
            return ByteBuffer.allocate(Integer.BYTES + latin1.length)
                    .putInt(latin1.length)
                    .put(latin1)
                    .array();
        }
        var utf16 = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * part.length())
                .putInt(~part.length());
        utf16.asCharBuffer().put(part);
        return utf16.array();
    }

    private static String decode(ByteBuffer buffer) {
        int length = buffer.getInt();
        if (length < 0) {
            var chars = new char[~length];
            buffer.asCharBuffer().get(chars);
            buffer.position(buffer.position() + Character.BYTES * chars.length);
            return new String(chars);
        }
        byte[] latin1 = new byte[length];
        buffer.get(latin1);
        return new String(latin1, StandardCharsets.ISO_8859_1);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
