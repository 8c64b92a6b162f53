package dev.larder.http;

import io.netty.util.AsciiString;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last field names that were received, by their octets: most messages have some of a few, and a name that is known is
 * neither copied nor converted into a string again. A fixed number of short names is kept. Threads share them without
 * synchronization: they are immutable (JLS 17.5), and of two names in one place one is forgotten.
 */
final class FieldNameCache {

    private static final int SLOTS = 256;
    private static final int MAX_LENGTH = 64;
    private static final int PRIME = 31;

    private final @Nullable AsciiString[] slots = new AsciiString[SLOTS];

    /** Returns the name that these octets are. */
    AsciiString of(byte[] line, int start, int length) {
        if (length > MAX_LENGTH) {
            return new AsciiString(line, start, length, true);
        }
        int end = start + length;
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = PRIME * hash + line[i];
        }
        int slot = (hash ^ hash >>> Short.SIZE) & (SLOTS - 1);
        AsciiString known = slots[slot];
        if (known != null && Arrays.equals(known.array(), 0, known.length(), line, start, end)) {
            return known;
        }
        AsciiString name = new AsciiString(line, start, length, true);
        slots[slot] = name;
        return name;
    }
}
