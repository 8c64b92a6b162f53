package dev.larder.cache.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cache key: a tuple of strings, encoded injectively (each part preceded by its length). Equality compares the whole
 * tuple, never a hash alone. Different tuples never have equal encodings. {@link #digest()} names a key by SHA-256.
 *
 * <p>Tables hash keys by {@link SipHash} under a secret of this process, so that clients cannot construct keys that
 * collide. Keys are ordered by encoding, so that tables can find even colliding ones in logarithmic time.
 */
public final class CacheKey implements Comparable<CacheKey> {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final long SECRET_0;
    private static final long SECRET_1;

    static {
        var random = new SecureRandom();
        SECRET_0 = random.nextLong();
        SECRET_1 = random.nextLong();
    }

    private final byte[] encoded;
    private final int hash;

    private CacheKey(byte[] encoded) {
        this.encoded = encoded;
        this.hash = (int) SipHash.of(SECRET_0, SECRET_1, encoded);
    }

    /** Returns the key of these parts, in this order. */
    public static CacheKey of(String... parts) {
        int length = 0;
        for (String part : parts) {
            length += Integer.BYTES + (isLatin1(part) ? part.length() : Character.BYTES * part.length());
        }
        var out = ByteBuffer.allocate(length);
        for (String part : parts) {
            encode(part, out);
        }
        return new CacheKey(out.array());
    }

    /**
     * Returns the key that has this encoding.
     *
     * @throws IllegalArgumentException if these bytes are not the encoding of a key
     */
    public static CacheKey ofEncoded(byte[] encoded) {
        var buffer = ByteBuffer.wrap(encoded);
        while (buffer.hasRemaining()) {
            long length = buffer.remaining() < Integer.BYTES ? Long.MAX_VALUE : buffer.getInt();
            long bytes = length < 0 ? Character.BYTES * ~length : length;
            if (bytes > buffer.remaining()) {
                throw new IllegalArgumentException("not the encoding of a key: it ends too early");
            }
            if (length < 0 && isLatin1(encoded, buffer.position(), (int) bytes)) {
                throw new IllegalArgumentException("not the encoding of a key: a part is longer than it has to be");
            }
            buffer.position(buffer.position() + (int) bytes);
        }
        return new CacheKey(encoded.clone());
    }

    /** Returns the encoded tuple, for keys that leave the process. It is the same in every process. */
    public byte[] encoded() {
        return encoded.clone();
    }

    /** Returns a 64-bit hash of the key, by {@link SipHash} under the secret of these two words. */
    public long hash(long secret0, long secret1) {
        return SipHash.of(secret0, secret1, encoded);
    }

    /** Returns the parts of this key. */
    public List<String> parts() {
        var buffer = ByteBuffer.wrap(encoded);
        var parts = new ArrayList<String>();
        while (buffer.hasRemaining()) {
            parts.add(decode(buffer));
        }
        return List.copyOf(parts);
    }

    /**
     * Whether the key has this part at this index. Equivalent to a comparison with {@link #parts()}, but without decoding or
     * allocation.
     *
     * @param index index of the part, from 0
     */
    public boolean hasPart(int index, String part) {
        int at = 0;
        for (int skipped = 0; skipped < index && at < encoded.length; skipped++) {
            int length = length(at);
            at += Integer.BYTES + (length < 0 ? Character.BYTES * ~length : length);
        }
        if (at == encoded.length) {
            return false;
        }
        int length = length(at);
        int width = length < 0 ? Character.BYTES : 1;
        return part.length() == (length < 0 ? ~length : length) && isAt(at + Integer.BYTES, width, part);
    }

    private int length(int at) {
        return (int) INTS.get(encoded, at);
    }

    private boolean isAt(int at, int width, String part) {
        for (int i = 0; i < part.length(); i++) {
            int low = encoded[at + width * (i + 1) - 1] & 0xff;
            int high = width == 1 ? 0 : encoded[at + width * i] << Byte.SIZE & 0xff00;
            if (part.charAt(i) != (high | low)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the length of the encoded tuple in bytes. */
    public int length() {
        return encoded.length;
    }

    /** Returns the SHA-256 of the encoded tuple in lower-case hexadecimal: a name for this key that is safe in any context. */
    public String digest() {
        return HexFormat.of().formatHex(sha256(encoded));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof CacheKey that && hash == that.hash && Arrays.equals(encoded, that.encoded));
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
     * Writes Latin-1 after the number of characters; a part that is not Latin-1 as UTF-16, after the complement of that
     * number. UTF-8 would not be injective: it encodes every unpaired surrogate as the same question mark.
     */
    private static void encode(String part, ByteBuffer out) {
        if (isLatin1(part)) {
            out.putInt(part.length());
            for (int i = 0; i < part.length(); i++) {
                out.put((byte) part.charAt(i));
            }
            return;
        }
        out.putInt(~part.length());
        for (int i = 0; i < part.length(); i++) {
            out.putChar(part.charAt(i));
        }
    }

    private static boolean isLatin1(String part) {
        int all = 0;
        for (int i = 0; i < part.length(); i++) {
            all |= part.charAt(i);
        }
        return all <= 0xff;
    }

    /** Whether the upper octets of all these characters are zero. */
    private static boolean isLatin1(byte[] characters, int from, int bytes) {
        int all = 0;
        for (int i = from; i < from + bytes; i += Character.BYTES) {
            all |= characters[i];
        }
        return all == 0;
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
