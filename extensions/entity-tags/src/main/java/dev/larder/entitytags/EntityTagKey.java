package dev.larder.entitytags;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.describe.IrrelevantFields;
import dev.larder.rfc9111.HeaderFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Key of an entity tag: a resource, as these credentials see it. Any request field may be what the service knows its users by,
 * unless it is known for something else.
 *
 * @param resource key of the target
 * @param credentials digest of those fields; empty for a request without any
 */
record EntityTagKey(CacheKey resource, String credentials) {

    private static final List<String> FIELDS = List.of("Authorization", "Cookie");

    static EntityTagKey of(CacheKey resource, HeaderFields request) {
        SortedMap<String, List<String>> telling = new TreeMap<>();
        request.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .filter(IrrelevantFields::mayIdentifyUser)
                .forEach(name -> telling.computeIfAbsent(name, request::values));
        return new EntityTagKey(resource, telling.isEmpty() ? "" : digest(telling));
    }

    static boolean hasCredentials(HeaderFields request) {
        return FIELDS.stream().anyMatch(request::contains);
    }

    /** Returns the size in bytes. */
    long weight() {
        return resource.length() + (long) credentials.length();
    }

    private static String digest(SortedMap<String, List<String>> fields) {
        MessageDigest sha256 = EntityTagCalculator.sha256();
        fields.forEach((name, values) -> {
            update(sha256, name);
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, values.size()));
            values.forEach(value -> update(sha256, value));
        });
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static void update(MessageDigest sha256, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        sha256.update(bytes);
    }
}
