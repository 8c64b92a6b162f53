package dev.larder.rfc9111;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The last results of parsing field lines, by the line: most messages state one of a few lines. A fixed number of results of
 * short lines is kept. Threads share them without synchronization: they are immutable, with final fields only (JLS 17.5), and a
 * line may be parsed twice.
 *
 * @param <T> immutable result of a pure function
 */
final class ParsedLineCache<T> {

    private static final int SLOTS = 256;
    private static final int MAX_LENGTH = 256;

    private final Function<String, T> parser;
    private final @Nullable Parsed<T>[] slots;

    private record Parsed<T>(String line, T result) {}

    /** @param parser a pure function */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    ParsedLineCache(Function<String, T> parser) {
        this.parser = parser;
        this.slots = new Parsed[SLOTS];
    }

    /** Returns the result for a line. */
    T of(String line) {
        if (line.length() > MAX_LENGTH) {
            return parser.apply(line);
        }
        int hash = line.hashCode();
        int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
        Parsed<T> known = slots[slot];
        if (known != null && known.line().equals(line)) {
            return known.result();
        }
        T result = parser.apply(line);
        slots[slot] = new Parsed<>(line, result);
        return result;
    }
}
