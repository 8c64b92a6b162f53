package dev.larder.gateway.actuate.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** A token that has been given out. Only its digest is kept, and nothing prints that. */
final class OperatorToken {

    private final String name;
    private final byte[] digest;
    private final Set<TokenScope> scopes;
    private final Optional<LocalDate> lastDay;

    /** @param lastDay on which it is good, in UTC; empty for ever */
    OperatorToken(String name, String secret, Set<TokenScope> scopes, Optional<LocalDate> lastDay) {
        this.name = name;
        this.digest = digest(secret);
        this.scopes = Set.copyOf(scopes);
        this.lastDay = lastDay;
    }

    /** SHA-256 of what somebody shows. */
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

    /** Compares all octets, wherever they differ. */
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
