package dev.larder.disk.spool;

import java.nio.ByteBuffer;

/**
 * Consecutive bytes of a body.
 *
 * @param from position of the first byte
 * @param bytes not to be changed
 */
record SpoolChunk(long from, ByteBuffer bytes) {

    /** Returns the position after the last byte. */
    long end() {
        return from + bytes.remaining();
    }
}
