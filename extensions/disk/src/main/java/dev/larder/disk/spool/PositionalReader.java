package dev.larder.disk.spool;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** What can be read at any place. */
@FunctionalInterface
interface PositionalReader {

    /** Reads some bytes from there on; blocks. Less than none if there are none. */
    int read(ByteBuffer into, long at) throws IOException;

    /**
     * So many bytes from there on; blocks.
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
