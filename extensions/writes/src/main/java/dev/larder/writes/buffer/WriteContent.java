package dev.larder.writes.buffer;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Where the content of a write is. */
public sealed interface WriteContent {

    /** Bytes of it. */
    long length();

    /**
     * In the record itself.
     *
     * @param bytes all of it; read by nobody but through duplicates
     */
    record Inline(ByteBuffer bytes) implements WriteContent {

        @Override
        public long length() {
            return bytes.remaining();
        }

        /** A copy of it to be read. */
        public InputStream open() {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return new ByteArrayInputStream(copy);
        }
    }

    /**
     * In a file of its own, because it is long.
     *
     * @param name of the file
     */
    record InFile(String name, long length) implements WriteContent {}
}
