package dev.larder.gateway.actuate.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** An issued token. Only its digest is kept, and it is never printed. */
final class OperatorToken {

    private final String name;
    private final byte[] digest;
    private final Set<TokenScope> scopes;
    private final Optional<LocalDate> lastDay;

    /** @param lastDay last day of validity, in UTC; empty if it does not expire */
    OperatorToken(String name, String secret, Set<TokenScope> scopes, Optional<LocalDate> lastDay) {
        this.name = name;
        this.digest = digest(secret);
        this.scopes = Set.copyOf(scopes);
        this.lastDay = lastDay;
    }

    /** Returns the SHA-256 digest of a token in a request. */
    static byte[] digest(String shown) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(shown.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    String name() {
        return name;
    }

    /** Compares all octets in constant time. */
    boolean hasDigest(byte[] shown) {
        return MessageDigest.isEqual(digest, shown);
    }

    boolean isGoodFor(TokenScope wanted) {
        return scopes.contains(wanted);
    }

    boolean isOver(Instant now) {
        return lastDay.filter(day -> LocalDate.ofInstant(now, ZoneOffset.UTC).isAfter(day))
                .isPresent();
    }
}
