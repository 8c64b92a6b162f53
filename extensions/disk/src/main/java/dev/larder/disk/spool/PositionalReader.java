package dev.larder.disk.spool;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A source of bytes that can be read at any position. */
@FunctionalInterface
interface PositionalReader {

    /** Reads some bytes from that position; blocks. Returns a negative number if there are none. */
    int read(ByteBuffer into, long at) throws IOException;

    /**
     * Reads so many bytes from that position; blocks.
     *
     * @throws EOFException if there are fewer
     */
    default byte[] readAll(long position, int count) throws IOException {
        var into = ByteBuffer.allocate(count);
        while (into.hasRemaining()) {
            if (read(into, position + into.position()) < 0) {
                throw new EOFException("A file is shorter than what was written to it.");
            }
        }
        return into.array();
    }
}
