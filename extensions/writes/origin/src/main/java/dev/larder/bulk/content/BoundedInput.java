package dev.larder.bulk.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Rejects content as soon as it exceeds its limit. */
final class BoundedInput extends FilterInputStream {

    private final BatchLimits limits;
    private long count;

    BoundedInput(InputStream in, BatchLimits limits) {
        super(in);
        this.limits = limits;
    }

    @Override
    public int read() throws IOException {
        int octet = super.read();
        count(octet < 0 ? 0 : 1);
        return octet;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        count(Math.max(0, read));
        return read;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = super.skip(n);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long read) {
        count += read;
        if (count > limits.bytes()) {
            throw limits.tooManyBytes();
        }
    }
}
