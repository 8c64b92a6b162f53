package dev.larder.policies.bench;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * As many objects as a gateway keeps of a response with a body of a kilobyte, eight fields and three tags, none of them
 * shared with another response, and weighed as its parts are counted by a gateway that counts the objects of a field too.
 */
record SampleResponse(
        byte[] body,
        List<Field> fields,
        Map<String, List<Field>> directives,
        Map<String, String> selecting,
        Instant received,
        Duration age,
        Duration lifetime) {

    private static final int BODY = 1024;

    /** What a gateway counts beside what it can measure: of a response, and of an entry. */
    private static final int UNMEASURED = 512 + 256;

    /** What a field takes beside its characters: itself, two strings, and two arrays. */
    private static final int FIELD = 112;

    /** A name and a value as they come off the wire: strings of their own. */
    record Field(String name, String value) {

        static Field of(String name, String value) {
            return new Field(copy(name), copy(value));
        }

        private static String copy(String text) {
            return new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
        }
    }

    /** The key of the n-th of them, as a gateway makes it. */
    static CacheKey key(int n) {
        return CacheKey.of(
                "GET", "shop.example.org", "http", "10.0.0.7:8080", "/api/v1/products/" + n, "?lang=de", "products");
    }

    /** An entry of such a response, that ends in about an hour. */
    static CacheEntry<SampleResponse> entry(CacheKey key, int n, Instant now) {
        var fields = List.of(
                Field.of("Content-Type", "application/json"),
                Field.of("Content-Length", "1024"),
                Field.of("Cache-Control", "public, max-age=3600"),
                Field.of("Date", "Sat, 21 Nov 2026 20:15:00 GMT"),
                Field.of("ETag", "\"" + Integer.toHexString(n) + "-8f14e45f\""),
                Field.of("Last-Modified", "Fri, 20 Nov 2026 11:12:13 GMT"),
                Field.of("Vary", "Accept-Encoding"),
                Field.of("X-Request-Id", "0b8e7d5e-6f1c-4a6e-9d0a-" + n));
        Map<String, List<Field>> directives = new TreeMap<>();
        directives.put(new String("public"), List.of(Field.of("public", "")));
        directives.put(new String("max-age"), List.of(Field.of("max-age", "3600")));
        Map<String, String> selecting = new TreeMap<>(Map.of(new String("accept-encoding"), new String("gzip")));
        var answer = new SampleResponse(
                new byte[BODY], fields, directives, selecting, now, Duration.ofSeconds(n), Duration.ofSeconds(3_600));
        EpochStamp stamp = EpochStamp.of(
                n, List.of(new CacheTag("products"), new CacheTag("/api/v1/products/" + n), new CacheTag("/api/v1")));
        long weight = answer.weight() + key.length() + Long.BYTES * (long) stamp.size();
        return new CacheEntry<>(answer, weight, 1_000_000, now.plusSeconds(3_600 + n % 600), stamp);
    }

    private long weight() {
        long weight = BODY + UNMEASURED;
        for (Field field : fields) {
            weight += field.name.length() + field.value.length() + FIELD;
        }
        return weight + "accept-encoding".length() + "gzip".length();
    }
}
