package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import org.jspecify.annotations.Nullable;

/** An undelivered write: an element of its key's queue, and of the list of all of them. */
final class QueuedWrite {

    final AcknowledgedWrite write;

    /** When it was offered, in the delivery's nanoseconds. */
    final long since;

    /** Failed answers of the origin. */
    int attempts;

    /** The maximum size of its batch. */
    int limit = Integer.MAX_VALUE;

    /** Whether it is sent without waiting for a full batch. */
    boolean urgent;

    @Nullable
    QueuedWrite behind;

    @Nullable
    QueuedWrite older;

    @Nullable
    QueuedWrite younger;

    QueuedWrite(AcknowledgedWrite write, int attempts, long since) {
        this.write = write;
        this.attempts = attempts;
        this.since = since;
    }
}
