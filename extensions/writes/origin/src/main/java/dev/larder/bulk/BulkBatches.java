package dev.larder.bulk;

import java.time.Duration;
import java.util.function.Function;

/**
 * Remembers which batches and which of their items have been applied and what was answered, so that neither is applied again
 * when it comes again: an item may come again in another batch.
 */
public interface BulkBatches {

    /**
     * The answer to a batch: if it has come before, the one that was given then. Otherwise {@code writes} is given those of its
     * items that have not been applied before, in order, and answers for them; the others are answered as they were then. What
     * is written and that it was written are committed together; if {@code writes} throws, neither is. An item that is answered
     * otherwise than by 2xx counts as not applied.
     *
     * @param writes run at most once, within a transaction; not at all if no item is new
     */
    <T> BulkResult once(BulkWrites<T> batch, Function<? super BulkWrites<T>, BulkResult> writes);

    /**
     * Forgets batches and items that were applied longer ago than this; they would be applied again.
     *
     * @return how many batches there were
     */
    int forget(Duration age);
}
