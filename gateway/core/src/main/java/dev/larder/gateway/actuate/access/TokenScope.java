package dev.larder.gateway.actuate.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a token permits. */
public enum TokenScope {
    /** Viewing stored entries and statistics. */
    READ,
    /** Purging. */
    PURGE,
    /** Actions on buffered writes. */
    WRITES,
    /** Putting other rules in force. */
    RULES;

    /** Returns the word for the scope, used in the token file and in challenges. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TokenScope> of(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word().equals(word))
                .findAny();
    }
}
