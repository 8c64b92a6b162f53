package dev.larder.disk.spool;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a reader of a {@link BodySpool} at some place finds there. */
sealed interface SpoolReadResult {

    /** Nothing yet; the reader will be told. */
    record Wait() implements SpoolReadResult {}

    /** These bytes, not to be changed. */
    record Bytes(ByteBuffer bytes) implements SpoolReadResult {}

    /** So many bytes in the file. */
    record InFile(int count) implements SpoolReadResult {}

    /** Nothing more: it is complete, or it has broken off. */
    record End(@Nullable Throwable failure) implements SpoolReadResult {}
}
