package dev.larder.writes.delivery;

import dev.larder.writes.WriteSettlement;
import java.util.List;

/** What is done with a batch after a request. */
sealed interface RetryDecision {

    /** The same request is sent again, after this many nanoseconds. */
    record Repeat(long delay) implements RetryDecision {}

    /** Each of its writes has been answered. */
    record Settle(List<WriteSettlement> settlements) implements RetryDecision {

        public Settle {
            settlements = List.copyOf(settlements);
        }
    }

    /** It is taken apart: its writes go into batches of at most {@code limit}, after this many nanoseconds. */
    record Split(int limit, long delay) implements RetryDecision {}
}
