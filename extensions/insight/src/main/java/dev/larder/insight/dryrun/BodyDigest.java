package dev.larder.insight.dryrun;

import dev.larder.rfc9111.StoredBody;
import java.nio.ByteBuffer;

/**
 * Digest of a body that is not kept.
 *
 * @param high first half of a digest of its octets
 * @param low second half
 * @param length number of its octets
 */
public record BodyDigest(long high, long low, long length) implements StoredBody {

    /** Creates the digest of a body; the first sixteen octets of {@code digest} count. */
    public static BodyDigest of(byte[] digest, long length) {
        var words = ByteBuffer.wrap(digest);
        return new BodyDigest(words.getLong(), words.getLong(), length);
    }

    /** Creates the digest of a body that was not read, because it is longer than any to be stored. */
    public static BodyDigest unread(long length) {
        return new BodyDigest(0, 0, length);
    }

    /** Whether the body was read, so that bodies of equal length can be told apart. */
    boolean isRead() {
        return high != 0 || low != 0;
    }
}
