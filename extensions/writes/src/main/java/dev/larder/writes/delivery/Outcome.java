package dev.larder.writes.delivery;

import dev.larder.writes.Reply;
import java.time.Duration;
import java.util.List;

/** What has come back to one request. */
sealed interface Outcome {

    /**
     * One answer to all writes of the batch.
     *
     * @param retryAfter how long the origin asks to wait; zero if it does not ask
     */
    record Whole(Reply reply, Duration retryAfter) implements Outcome {}

    /** An answer to each write of the batch, in order. */
    record EachItem(List<Reply> replies) implements Outcome {

        public EachItem {
            replies = List.copyOf(replies);
        }
    }

    /** A 207 (Multi-Status) that does not say what has become of each write. */
    record Garbled(Reply reply) implements Outcome {}

    /**
     * No answer, or part of one.
     *
     * @param reached whether the request may have reached the origin
     * @param why a few words for the log
     */
    record Silence(boolean reached, String why) implements Outcome {}

    /** Whether the request may have changed something. */
    default boolean reached() {
        return !(this instanceof Silence silence) || silence.reached();
    }
}
