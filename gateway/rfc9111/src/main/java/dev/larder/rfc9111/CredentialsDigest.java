package dev.larder.rfc9111;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * What stands in a vary key for a field that has credentials: SHA-256 of its value. Vary keys go where responses are stored,
 * on disks and to other members of a cluster; credentials do not. Whoever has the digest of a password that can be guessed
 * can tell whether a guess is right.
 */
final class CredentialsDigest {

    private static final Set<String> FIELDS = Set.of("authorization", "cookie", "proxy-authorization");

    private CredentialsDigest() {}

    /** The value, or its digest if a field of this name, in lower case, has credentials. */
    static String unlessHarmless(String name, String value) {
        return FIELDS.contains(name) ? HexFormat.of().formatHex(sha256(value)) : value;
    }

    /** Whether the field's value is a digest in a vary key. */
    static boolean standsFor(String name) {
        return FIELDS.contains(name);
    }

    private static byte[] sha256(String value) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
