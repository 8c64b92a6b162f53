package dev.larder.insight.dryrun;

import dev.larder.rfc9111.StoredBody;
import java.nio.ByteBuffer;

/**
 * What stands for a body that is not kept.
 *
 * @param high the first half of a digest of its octets
 * @param low the second half
 * @param length its octets
 */
public record BodyDigest(long high, long low, long length) implements StoredBody {

    /** Of a body with that digest, of which the first sixteen octets count. */
    public static BodyDigest of(byte[] digest, long length) {
        var words = ByteBuffer.wrap(digest);
        return new BodyDigest(words.getLong(), words.getLong(), length);
    }

    /** Of a body that was not read, as it is longer than any that would be stored. */
    public static BodyDigest unread(long length) {
        return new BodyDigest(0, 0, length);
    }

    /** Whether it tells apart bodies of one length. */
    boolean read() {
        return high != 0 || low != 0;
    }
}
