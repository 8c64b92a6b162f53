package dev.larder.entitytags;

import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.ResponseHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Computes strong entity tags over the status, the description of the content, and the content itself (RFC 9110 8.8.1). Equal
 * responses have equal tags wherever they are computed.
 */
final class EntityTagCalculator {

    private static final String MARK = "sha256-";
    private static final int BYTES = 16;
    private static final List<String> KINDS = List.of("Content-Type", "Content-Encoding", "Content-Language");

    private EntityTagCalculator() {}

    /** Returns the tag of a response with this content. */
    static EntityTag of(ResponseHead head, List<byte[]> content) {
        MessageDigest sha256 = sha256();
        add(sha256, Integer.toString(head.status()));
        KINDS.forEach(kind -> add(sha256, head.fields().combined(kind)));
        content.forEach(sha256::update);
        return new EntityTag(false, MARK + HexFormat.of().formatHex(sha256.digest(), 0, BYTES));
    }

    /** Whether a tag looks like one computed here, which the service cannot know. */
    static boolean isOne(EntityTag tag) {
        return tag.opaque().startsWith(MARK) && tag.opaque().length() == MARK.length() + 2 * BYTES;
    }

    /** Returns SHA-256, which every Java platform has. */
    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void add(MessageDigest sha256, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        sha256.update(bytes);
    }
}
