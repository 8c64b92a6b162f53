package dev.larder.simulator;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the lines of a text as bytes in a reused buffer, without allocating an object per line. */
final class ByteLineReader implements Closeable {

    private static final int MAX_LENGTH = 1 << 20;

    private final InputStream in;
    private byte[] buffer = new byte[1 << 16];
    private int filled;
    private int following;
    private int moved;
    private int start;
    private int end;
    private long number;

    ByteLineReader(InputStream in) {
        this.in = in;
    }

    /** Advances to the next line; false if there is none. */
    boolean tryAdvance() throws IOException {
        start = following;
        int at = start;
        while (true) {
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            if (at < filled) {
                return endLine(at, at + 1);
            }
            if (!fill()) {
                following = filled;
                return start < filled && endLine(filled, filled);
            }
            at -= moved;
        }
    }

    private boolean endLine(int newline, int next) {
        end = newline > start && buffer[newline - 1] == '\r' ? newline - 1 : newline;
        following = next;
        number++;
        return true;
    }

    /** Moves the rest of the line to the front of the buffer and reads on; false at the end of the text. */
    private boolean fill() throws IOException {
        moved = start;
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            start = 0;
        } else if (filled == buffer.length) {
            if (filled >= MAX_LENGTH) {
                throw new MalformedTraceException("line " + (number + 1), "at most a megabyte", "more");
            }
            buffer = Arrays.copyOf(buffer, 2 * filled);
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(0, read);
        return read > 0;
    }

    /** Returns the number of the line, from 1. */
    long number() {
        return number;
    }

    int length() {
        return end - start;
    }

    /** Returns the byte at this position of the line, or -1 behind its end. */
    int at(int place) {
        return place < end - start ? buffer[start + place] & 0xff : -1;
    }

    /** Returns the text between two positions of the line. */
    String text(int from, int to) {
        return new String(buffer, start + from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Returns the whole line. */
    String text() {
        return text(0, length());
    }

    /** Creates an exception that names this line. */
    MalformedTraceException malformed(String expected) {
        return new MalformedTraceException("line " + number, expected, text());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
