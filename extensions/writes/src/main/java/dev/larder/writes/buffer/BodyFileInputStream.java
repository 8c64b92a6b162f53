package dev.larder.writes.buffer;

import dev.larder.journal.LogDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads a file from beginning to end. */
final class BodyFileInputStream extends InputStream {

    private final LogDirectory.Input file;
    private long at;

    BodyFileInputStream(LogDirectory.Input file) {
        this.file = file;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = file.read(ByteBuffer.wrap(into, offset, length), at);
        at += Math.max(0, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
