package dev.larder.writes;

import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Prevents all stores from answering with responses that a batch may invalidate while the batch is in progress. */
@FunctionalInterface
public interface DeliveryFences {

    /** Raises a fence before a batch is sent, which may happen when the stage completes. */
    CompletionStage<Raised> raise(WriteBatch batch);

    /** A raised fence. */
    interface Raised {

        /**
         * Lowers the fence when the request is over.
         *
         * @param reached whether it may have reached the origin
         * @param answer the origin's answer, which may name more that is invalidated; empty if there is none
         * @return completes when everything that it may have invalidated is gone
         */
        CompletionStage<Void> lower(boolean reached, Optional<Answer> answer);
    }

    /**
     * The origin's answer to a request.
     *
     * @param target what the request was sent to
     * @param ofItems the status of each write, if the answer states them
     */
    record Answer(URI target, ResponseHead head, List<Integer> ofItems) {

        public Answer {
            ofItems = List.copyOf(ofItems);
        }

        /** Creates an answer that states nothing about single writes. */
        public Answer(URI target, ResponseHead head) {
            this(target, head, List.of());
        }

        /** Returns all statuses that say what has become of writes. */
        public List<Integer> statuses() {
            return ofItems.isEmpty() ? List.of(head.status()) : ofItems;
        }
    }
}
