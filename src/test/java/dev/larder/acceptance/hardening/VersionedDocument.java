package dev.larder.acceptance.hardening;

import dev.larder.acceptance.kit.ResponseScript;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A large document of more versions than anybody can keep, which takes turns at a few contents that have nothing in common. */
final class VersionedDocument {

    static final String PATH = "/versions/";

    /** As many as a path has dictionaries, so that each content is one. */
    static final int CONTENTS = 8;

    private static final long SEED = 47;
    private static final int LENGTH = 900_000;
    private static final List<String> TEXTS =
            IntStream.range(0, CONTENTS).mapToObj(VersionedDocument::text).toList();
    private static final List<String> HASHES =
            TEXTS.stream().map(VersionedDocument::hash).toList();

    private VersionedDocument() {}

    /** Returns the request for a version by a client that has the one before. */
    static String request(int version) {
        return "GET " + PATH + "document?" + version
                + " HTTP/1.1\r\nHost: h\r\nAccept-Encoding: dcz\r\nAvailable-Dictionary: :"
                + HASHES.get((version + CONTENTS - 1) % CONTENTS) + ":\r\n\r\n";
    }

    static ResponseScript response(String target) {
        String version = target.substring(target.indexOf('?') + 1);
        return ResponseScript.ok(
                TEXTS.get(Integer.parseInt(version) % CONTENTS),
                "Cache-Control",
                "max-age=3600",
                "ETag",
                '"' + version + '"');
    }

    private static String text(int content) {
        byte[] octets = new byte[LENGTH / 4 * 3];
        new Random(SEED + content).nextBytes(octets);
        return Base64.getEncoder().encodeToString(octets);
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
