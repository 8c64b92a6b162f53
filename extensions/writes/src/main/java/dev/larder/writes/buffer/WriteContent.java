package dev.larder.writes.buffer;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** The content of a write, by its location. */
public sealed interface WriteContent {

    /** Returns its length in bytes. */
    long length();

    /**
     * Content in the record itself.
     *
     * @param bytes all of it; must only be read through duplicates
     */
    record Inline(ByteBuffer bytes) implements WriteContent {

        @Override
        public long length() {
            return bytes.remaining();
        }

        /** Returns a copy to read. */
        public InputStream open() {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return new ByteArrayInputStream(copy);
        }
    }

    /**
     * Long content in a file of its own.
     *
     * @param name of the file
     */
    record InFile(String name, long length) implements WriteContent {}
}
