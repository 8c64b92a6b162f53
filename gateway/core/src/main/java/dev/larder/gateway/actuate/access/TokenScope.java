package dev.larder.gateway.actuate.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a token is good for. */
public enum TokenScope {
    /** Seeing what is stored and how it fares. */
    READ,
    /** Purging. */
    PURGE,
    /** Orders about buffered writes. */
    WRITES;

    /** The word for it, in the file and in challenges. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TokenScope> of(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word().equals(word))
                .findAny();
    }
}
