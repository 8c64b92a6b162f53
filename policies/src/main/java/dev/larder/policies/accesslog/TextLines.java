package dev.larder.policies.accesslog;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * The lines of a text, plain or gzip, with or without a byte order mark. Of a long line only the beginning is returned, so that no
 * file needs much memory. Octets are returned as the characters of ISO 8859-1.
 */
public final class TextLines implements Closeable {

    /** Maximum length of a line. */
    public static final int MAX_LENGTH = 1 << 14;

    private static final int GZIP_MAGIC = 0x1f8b;
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final InputStream in;
    private final byte[] line = new byte[MAX_LENGTH];
    private int length;
    private long number;
    private boolean whole;

    /** Reads a stream, which is closed with this. */
    public TextLines(InputStream in) throws IOException {
        this.in = expanded(in);
        this.in.mark(MARK.length);
        if (!Arrays.equals(this.in.readNBytes(MARK.length), MARK)) {
            this.in.reset();
        }
    }

    private static InputStream expanded(InputStream in) throws IOException {
        var buffered = new BufferedInputStream(in, 1 << 16);
        return isCompressed(buffered)
                ? new BufferedInputStream(new GZIPInputStream(buffered, 1 << 16), 1 << 16)
                : buffered;
    }

    /** Whether a stream, which can be reset, begins as gzip does; it is left at its beginning. */
    public static boolean isCompressed(InputStream in) throws IOException {
        in.mark(2);
        boolean compressed = (in.read() << Byte.SIZE | in.read()) == GZIP_MAGIC;
        in.reset();
        return compressed;
    }

    /** Advances to the next line; false if there is none. */
    public boolean tryAdvance() throws IOException {
        length = 0;
        int octet = in.read();
        if (octet < 0) {
            return false;
        }
        number++;
        while (octet >= 0 && octet != '\n') {
            if (length < MAX_LENGTH) {
                line[length++] = (byte) octet;
            }
            octet = in.read();
        }
        whole = octet == '\n';
        if (length > 0 && line[length - 1] == '\r') {
            length--;
        }
        return true;
    }

    /** Returns the number of the line, from 1. */
    public long number() {
        return number;
    }

    /** Whether the line has an end; the last one of a text that is being written may have none. */
    public boolean isWhole() {
        return whole;
    }

    /** Returns the line without its end. */
    public String text() {
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
