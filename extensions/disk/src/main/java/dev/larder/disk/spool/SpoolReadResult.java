package dev.larder.disk.spool;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Result of reading a {@link BodySpool} at some position. */
sealed interface SpoolReadResult {

    /** Nothing yet; the reader will be notified. */
    record Wait() implements SpoolReadResult {}

    /** These bytes, not to be changed. */
    record Bytes(ByteBuffer bytes) implements SpoolReadResult {}

    /** So many bytes, to be read from the file. */
    record InFile(int count) implements SpoolReadResult {}

    /** The end: the body is complete, or has broken off. */
    record End(@Nullable Throwable failure) implements SpoolReadResult {}
}
