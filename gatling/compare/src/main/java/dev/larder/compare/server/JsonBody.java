package dev.larder.compare.server;

import java.nio.charset.StandardCharsets;

/** The one body of a size, the same from every server. Without quotes inside and without a dollar sign. */
public final class JsonBody {

    private static final String HEAD = "{\"data\":\"";
    private static final String TAIL = "\"}";
    private static final String FILLING = "The quick brown fox jumps over the lazy dog. ";

    private JsonBody() {}

    /** Exactly so many octets. */
    public static byte[] of(int size) {
        var filling = size - HEAD.length() - TAIL.length();
        if (filling < 0) {
            throw new IllegalArgumentException("no JSON body of " + size + " octets");
        }
        var text = FILLING.repeat(filling / FILLING.length() + 1).substring(0, filling);
        return (HEAD + text + TAIL).getBytes(StandardCharsets.US_ASCII);
    }
}
