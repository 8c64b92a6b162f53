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
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            out.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            out.writeBytes(bytes);
        }
        return new CacheKey(out.toByteArray());
    }

    /** The parts this key was made of. */
    public List<String> parts() {
        var buffer = ByteBuffer.wrap(encoded);
        var parts = new ArrayList<String>();
        while (buffer.hasRemaining()) {
            byte[] part = new byte[buffer.getInt()];
            buffer.get(part);
            parts.add(new String(part, StandardCharsets.UTF_8));
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

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
