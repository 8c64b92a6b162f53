package dev.larder.disk.spool;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a reader of a {@link Spool} at some place finds there. */
sealed interface Next {

    /** Nothing yet; the reader will be told. */
    record Wait() implements Next {}

    /** These bytes, not to be changed. */
    record Bytes(ByteBuffer bytes) implements Next {}

    /** So many bytes in the file. */
    record InFile(int count) implements Next {}

    /** Nothing more: it is complete, or it has broken off. */
    record End(@Nullable Throwable failure) implements Next {}
}
