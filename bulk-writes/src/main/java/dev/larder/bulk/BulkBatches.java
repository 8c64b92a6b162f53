package dev.larder.bulk;

import java.time.Duration;
import java.util.function.Supplier;

/** Remembers which batches have been applied and what was answered, so that one that comes again is not applied again. */
public interface BulkBatches {

    /**
     * The answer to a batch: of the writes given if it is new, and otherwise the one that was given then. What is written and
     * that it was written are committed together; if the writes throw, neither is.
     *
     * @param writes run at most once, within a transaction
     */
    BulkResult once(BulkWrites<?> batch, Supplier<BulkResult> writes);

    /**
     * Forgets batches that were applied longer ago than this; they would be applied again.
     *
     * @return how many there were
     */
    int forget(Duration age);
}
