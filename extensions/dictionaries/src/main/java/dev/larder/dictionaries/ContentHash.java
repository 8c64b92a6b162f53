package dev.larder.dictionaries;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * RFC 9842 2.2: the SHA-256 hash of the content of a dictionary.
 *
 * @param base64 its 32 octets in Base64, with padding
 */
record ContentHash(String base64) {

    private static final int LENGTH = 32;
    private static final Pattern BYTE_SEQUENCE = Pattern.compile(":([A-Za-z0-9+/]{43}=?):");

    static ContentHash of(byte[] content) {
        try {
            return new ContentHash(Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(content)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /** Returns the hash of {@code Available-Dictionary}, a single Byte Sequence (RFC 9651 3.3.5); empty if it is anything else. */
    static Optional<ContentHash> available(List<String> lines) {
        if (lines.size() != 1) {
            return Optional.empty();
        }
        var sequence = BYTE_SEQUENCE.matcher(lines.get(0).strip());
        return sequence.matches()
                ? Optional.of(Base64.getDecoder().decode(sequence.group(1)))
                        .filter(octets -> octets.length == LENGTH)
                        .map(octets -> new ContentHash(Base64.getEncoder().encodeToString(octets)))
                : Optional.empty();
    }

    byte[] octets() {
        return Base64.getDecoder().decode(base64);
    }
}
