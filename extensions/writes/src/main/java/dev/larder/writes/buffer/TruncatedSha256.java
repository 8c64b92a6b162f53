package dev.larder.writes.buffer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The first half of a SHA-256. Inputs with equal digests count as equal.
 *
 * @param high its first eight bytes
 * @param low its second eight bytes
 */
public record TruncatedSha256(long high, long low) {

    /** Returns the digest of parts, each delimited by its length. */
    public static TruncatedSha256 of(String... parts) {
        var maker = new Maker();
        for (String part : parts) {
            maker.add(part);
        }
        return maker.digest();
    }

    /** Computes the digest of successive parts. */
    public static final class Maker {

        private final MessageDigest sha = sha();

        /** Adds a part, delimited by its length. */
        public Maker add(String part) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
            sha.update(bytes);
            return this;
        }

        /** Adds bytes that continue the previous ones. */
        public Maker add(ByteBuffer bytes) {
            sha.update(bytes.duplicate());
            return this;
        }

        /** Returns the digest; nothing can be added afterwards. */
        public TruncatedSha256 digest() {
            ByteBuffer all = ByteBuffer.wrap(sha.digest());
            return new TruncatedSha256(all.getLong(), all.getLong());
        }

        private static MessageDigest sha() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }
    }
}
