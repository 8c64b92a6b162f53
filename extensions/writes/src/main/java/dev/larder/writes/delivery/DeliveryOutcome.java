package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryFences.Answer;
import dev.larder.writes.OriginReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The outcome of one request. */
sealed interface DeliveryOutcome {

    /**
     * One answer to all writes of the batch.
     *
     * @param retryAfter the delay requested by the origin; zero if none
     */
    record Whole(OriginReply reply, Duration retryAfter, Answer whole) implements DeliveryOutcome {}

    /** An answer to each write of the batch, in order. */
    record EachItem(List<OriginReply> replies, Answer whole) implements DeliveryOutcome {

        public EachItem {
            replies = List.copyOf(replies);
        }
    }

    /** A 207 (Multi-Status) without the outcome of each write. */
    record Garbled(OriginReply reply, Answer whole) implements DeliveryOutcome {}

    /**
     * No answer, or an incomplete one.
     *
     * @param mayHaveReachedOrigin whether the request may have reached the origin
     * @param isOfOrigin whether the origin has had all of the request that it was to have
     * @param why a few words for the log
     */
    record Silence(boolean mayHaveReachedOrigin, boolean isOfOrigin, String why) implements DeliveryOutcome {

        Silence(boolean reached, String why) {
            this(reached, reached, why);
        }
    }

    /** Returns the origin's answer to the request; empty if there is none. */
    default Optional<Answer> answer() {
        if (this instanceof Whole one) {
            return Optional.of(one.whole());
        }
        if (this instanceof EachItem each) {
            List<Integer> ofItems =
                    each.replies().stream().map(OriginReply::status).toList();
            return Optional.of(new Answer(each.whole().target(), each.whole().head(), ofItems));
        }
        return this instanceof Garbled garbled ? Optional.of(garbled.whole()) : Optional.empty();
    }

    /** Whether the request may have had an effect. */
    default boolean mayHaveReachedOrigin() {
        return !(this instanceof Silence silence) || silence.mayHaveReachedOrigin();
    }
}
