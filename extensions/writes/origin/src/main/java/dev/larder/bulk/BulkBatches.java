package dev.larder.bulk;

import java.time.Duration;
import java.util.function.Function;

/**
 * Remembers the results of applied batches and their items, so that neither is applied again when it is repeated. An
 * item may be repeated in another batch.
 */
public interface BulkBatches {

    /**
     * Returns the result of a batch. For a repeated batch that is the earlier result. Otherwise {@code writes} receives
     * the items that have not been applied before, in order, and returns their results; other items keep their earlier
     * results. The writes and their record are committed together; if {@code writes} throws, neither is. An item with a
     * result other than 2xx counts as not applied.
     *
     * @param writes run at most once, within a transaction; not at all if no item is new
     */
    <T> BulkResult once(BulkWrites<T> batch, Function<? super BulkWrites<T>, BulkResult> writes);

    /**
     * Forgets batches and items that were applied longer ago than this; they would be applied again.
     *
     * @return the number of forgotten batches
     */
    int forget(Duration age);
}
