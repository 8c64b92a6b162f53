package dev.larder.writes.delivery;

import dev.larder.writes.OriginReply;
import java.time.Duration;
import java.util.List;

/** What has come back to one request. */
sealed interface DeliveryOutcome {

    /**
     * One answer to all writes of the batch.
     *
     * @param retryAfter how long the origin asks to wait; zero if it does not ask
     */
    record Whole(OriginReply reply, Duration retryAfter) implements DeliveryOutcome {}

    /** An answer to each write of the batch, in order. */
    record EachItem(List<OriginReply> replies) implements DeliveryOutcome {

        public EachItem {
            replies = List.copyOf(replies);
        }
    }

    /** A 207 (Multi-Status) that does not say what has become of each write. */
    record Garbled(OriginReply reply) implements DeliveryOutcome {}

    /**
     * No answer, or part of one.
     *
     * @param reached whether the request may have reached the origin
     * @param why a few words for the log
     */
    record Silence(boolean reached, String why) implements DeliveryOutcome {}

    /** Whether the request may have changed something. */
    default boolean reached() {
        return !(this instanceof Silence silence) || silence.reached();
    }
}
