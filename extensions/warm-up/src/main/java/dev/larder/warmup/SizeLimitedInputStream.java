package dev.larder.warmup;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Fails once more than a maximum number of octets has been read, compressed ones after their expansion, or more than
 * {@link #MAX_STEP} since the last {@link #beginStep}.
 */
final class SizeLimitedInputStream extends FilterInputStream {

    /** Octets that a parser may read until it returns something: it holds them in memory. */
    static final long MAX_STEP = 1L << 20;

    private long left;
    private long leftOfStep = Long.MAX_VALUE;

    /** Creates a stream of at most this many octets. */
    SizeLimitedInputStream(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int octet = super.read();
        count(octet < 0 ? 0 : 1);
        return octet;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        count(Math.max(0, read));
        return read;
    }

    /** Lets the next octets be read as one step. */
    void beginStep() {
        leftOfStep = MAX_STEP;
    }

    private void count(int read) throws IOException {
        left -= read;
        leftOfStep -= read;
        if (left < 0) {
            throw new IOException("The document is larger than it may be.");
        }
        if (leftOfStep < 0) {
            throw new IOException("A part of the document is larger than it may be.");
        }
    }
}
