package dev.larder.writes.delivery;

import dev.larder.writes.WriteSettlement;
import java.util.List;

/** The decision about a batch after a request. */
sealed interface RetryDecision {

    /** The same request is repeated after this many nanoseconds. */
    record Repeat(long delay) implements RetryDecision {}

    /** Each write of the batch has been answered. */
    record Settle(List<WriteSettlement> settlements) implements RetryDecision {

        public Settle {
            settlements = List.copyOf(settlements);
        }
    }

    /** The batch is split: its writes go into batches of at most {@code limit}, after this many nanoseconds. */
    record Split(int limit, long delay) implements RetryDecision {}
}
