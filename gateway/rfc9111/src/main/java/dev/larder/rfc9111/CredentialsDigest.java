package dev.larder.rfc9111;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * The replacement of credentials in vary keys: SHA-256 of the field value. Vary keys are stored with responses, on
 * disks and on other members of a cluster; credentials are not. The digest does not protect a guessable password: it
 * reveals whether a guess is right.
 */
final class CredentialsDigest {

    private static final Set<String> FIELDS = Set.of("authorization", "cookie", "proxy-authorization");

    private CredentialsDigest() {}

    /** Returns the value, or its digest if the field with this lower-case name contains credentials. */
    static String unlessHarmless(String name, String value) {
        return FIELDS.contains(name) ? HexFormat.of().formatHex(sha256(value)) : value;
    }

    /** Whether a vary key contains a digest of the field's value. */
    static boolean isCredentialField(String name) {
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
