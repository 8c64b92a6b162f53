package dev.larder.entitytags;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.filter.IrrelevantFields;
import dev.larder.rfc9111.HeaderFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

    /** What browsers, clients and proxies send of themselves; what a response depends on is in its Vary. */
    private static final Set<String> OTHERS = Set.of(
            "accept",
            "accept-charset",
            "accept-language",
            "alt-used",
            "date",
            "dnt",
            "early-data",
            "forwarded",
            "incremental",
            "origin",
            "priority",
            "purpose",
            "referer",
            "save-data",
            "upgrade-insecure-requests",
            "user-agent",
            "x-requested-with");

    private static final List<String> PREFIXES = List.of("sec-", "x-forwarded-");

    static EntityTagKey of(CacheKey resource, HeaderFields request) {
        SortedMap<String, List<String>> telling = new TreeMap<>();
        request.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .filter(EntityTagKey::tellsUsers)
                .forEach(name -> telling.computeIfAbsent(name, request::values));
        return new EntityTagKey(resource, telling.isEmpty() ? "" : digest(telling));
    }

    private static boolean tellsUsers(String name) {
        return name.equals("authorization")
                || !(IrrelevantFields.has(name)
                        || OTHERS.contains(name)
                        || PREFIXES.stream().anyMatch(name::startsWith));
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
