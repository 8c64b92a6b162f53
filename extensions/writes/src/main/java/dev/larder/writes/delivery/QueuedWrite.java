package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import org.jspecify.annotations.Nullable;

/** A write that is not at its origin yet: a link of its key's queue, and of the list of all of them. */
final class QueuedWrite {

    final AcknowledgedWrite write;

    /** When it was offered, in the delivery's nanoseconds. */
    final long since;

    /** Answers of the origin that it has failed by. */
    int attempts;

    /** The largest batch that it may be part of. */
    int limit = Integer.MAX_VALUE;

    /** Whether it is sent without waiting for company. */
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
