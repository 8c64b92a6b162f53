package dev.larder.disk.spool;

import java.nio.ByteBuffer;

/**
 * Bytes of a body, and where they begin.
 *
 * @param from the place of the first
 * @param bytes not to be changed
 */
record SpoolChunk(long from, ByteBuffer bytes) {

    /** The place behind the last. */
    long end() {
        return from + bytes.remaining();
    }
}
