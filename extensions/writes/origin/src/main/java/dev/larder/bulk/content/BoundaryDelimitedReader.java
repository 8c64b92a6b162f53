package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Reads content that is divided by a boundary (RFC 2046 5.1.1), part by part. */
final class BoundaryDelimitedReader {

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] delimiter;
    private final int[] fallback;

    BoundaryDelimitedReader(InputStream in, String boundary) {
        this.in = new BufferedInputStream(in, BUFFER);
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.fallback = fallback(delimiter);
    }

    /** Skips to the end of the first delimiter; false if there is none. */
    boolean skipPreamble() throws IOException {
        // The first delimiter may be at the very beginning, without its line end.
        return copy(new ByteArrayOutputStream(), 2);
    }

    /** Whether another part follows the delimiter. */
    boolean hasNext() throws IOException {
        int first = in.read();
        int second = first == '-' ? in.read() : 0;
        if (first == '-' && second == '-') {
            in.transferTo(OutputStream.nullOutputStream());
            return false;
        }
        while (first == ' ' || first == '\t') {
            first = in.read();
        }
        if (first != '\r' || in.read() != '\n') {
            throw BatchRefusedException.malformed("expected a line end after a boundary");
        }
        return true;
    }

    /** Returns the next part, up to the next delimiter. */
    byte[] next() throws IOException {
        var part = new ByteArrayOutputStream();
        if (!copy(part, 0)) {
            throw BatchRefusedException.malformed("the content ends before its last boundary");
        }
        return part.toByteArray();
    }

    /**
     * Copies the octets before the next delimiter, which is found by the algorithm of Knuth, Morris and Pratt.
     *
     * @param matched number of octets of the delimiter that count as matched already
     */
    private boolean copy(ByteArrayOutputStream out, int matched) throws IOException {
        int state = matched;
        for (int octet = in.read(); octet >= 0; octet = in.read()) {
            while (state > 0 && octet != delimiter[state]) {
                out.write(delimiter, 0, state - fallback[state]);
                state = fallback[state];
            }
            if (octet != delimiter[state]) {
                out.write(octet);
            } else if (++state == delimiter.length) {
                return true;
            }
        }
        return false;
    }

    /** Returns for each number of matched octets how many still match if the next one does not. */
    private static int[] fallback(byte[] delimiter) {
        int[] fallback = new int[delimiter.length];
        int length = 0;
        for (int i = 2; i < delimiter.length; i++) {
            while (length > 0 && delimiter[i - 1] != delimiter[length]) {
                length = fallback[length];
            }
            if (delimiter[i - 1] == delimiter[length]) {
                length++;
            }
            fallback[i] = length;
        }
        return fallback;
    }
}
