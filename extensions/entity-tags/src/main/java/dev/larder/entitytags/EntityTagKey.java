package dev.larder.entitytags;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.HeaderFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Key of an entity tag: a resource, as these credentials see it.
 *
 * @param resource key of the target
 * @param credentials digest that tells users apart; empty for a request without credentials
 */
record EntityTagKey(CacheKey resource, String credentials) {

    private static final List<String> FIELDS = List.of("Authorization", "Cookie");

    static EntityTagKey of(CacheKey resource, HeaderFields request) {
        return new EntityTagKey(resource, hasCredentials(request) ? digest(request) : "");
    }

    static boolean hasCredentials(HeaderFields request) {
        return FIELDS.stream().anyMatch(request::contains);
    }

    /** Returns the size in bytes. */
    long weight() {
        return resource.length() + (long) credentials.length();
    }

    private static String digest(HeaderFields request) {
        MessageDigest sha256 = EntityTagCalculator.sha256();
        for (String name : FIELDS) {
            List<String> values = request.values(name);
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, values.size()));
            for (String value : values) {
                byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
                sha256.update(bytes);
            }
        }
        return HexFormat.of().formatHex(sha256.digest());
    }
}
