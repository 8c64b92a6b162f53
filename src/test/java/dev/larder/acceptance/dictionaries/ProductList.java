package dev.larder.acceptance.dictionaries;

import dev.larder.acceptance.kit.ResponseScript;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A document of an API, as it is in one of its revisions, of which each changes a product.
 *
 * @param revision its number
 */
record ProductList(int revision) {

    private static final int PRODUCTS = 100;

    String content() {
        return IntStream.range(0, PRODUCTS).mapToObj(this::product).collect(Collectors.joining(",", "[", "]"));
    }

    private String product(int id) {
        var random = new Random(id + (id == revision % PRODUCTS ? 1000L * revision : 0));
        return "{\"id\":" + id + ",\"price\":" + random.nextInt(10_000) + ",\"code\":" + random.nextLong() + "}";
    }

    byte[] octets() {
        return content().getBytes(StandardCharsets.US_ASCII);
    }

    String tag() {
        return "\"r" + revision + '"';
    }

    /** The response of an origin, fresh for a minute, with these fields beside. */
    ResponseScript response(String... more) {
        Stream<String> own = more.length > 0 && more[0].equals("Cache-Control")
                ? Stream.of("ETag", tag())
                : Stream.of("ETag", tag(), "Cache-Control", "max-age=60");
        return ResponseScript.ok(
                content(), Stream.concat(own, Arrays.stream(more)).toArray(String[]::new));
    }

    /** The value of Available-Dictionary of a client that has this document. */
    String available() {
        return ":" + Base64.getEncoder().encodeToString(hash()) + ":";
    }

    byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(octets());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
