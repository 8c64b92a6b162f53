package dev.larder.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines of limited length. Of a longer line only the beginning is returned, so that no file needs more memory. */
final class BoundedLineReader {

    private static final int MAX_LENGTH = 2 * WarmUpTarget.MAX_LENGTH;

    private final InputStream in;
    private final byte[] line = new byte[MAX_LENGTH];

    /** Creates a reader of a stream that is buffered. */
    BoundedLineReader(InputStream in) {
        this.in = in;
    }

    /** Returns the next line without its end; null at the end of the stream. */
    @Nullable
    String next() throws IOException {
        int length = 0;
        int octet = in.read();
        if (octet < 0) {
            return null;
        }
        while (octet >= 0 && octet != '\n') {
            if (length < MAX_LENGTH) {
                line[length++] = (byte) octet;
            }
            octet = in.read();
        }
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return new String(line, 0, end, StandardCharsets.ISO_8859_1);
    }
}
