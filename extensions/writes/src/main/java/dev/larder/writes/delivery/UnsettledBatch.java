package dev.larder.writes.delivery;

import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.util.List;

/** A batch from the moment it is chosen until it is settled. Its {@link #batch} does not change; the rest is the planner's. */
final class UnsettledBatch {

    final WriteBatch batch;
    final List<QueuedWrite> writes;

    /** Whether it has been noted durably. */
    boolean planned;

    /** Whether it was noted in an earlier life, maybe by a version that named no items. */
    boolean resumed;

    /** Answers to the whole that leave it as it was. */
    int answers;

    /** Whether the origin may have applied it, as far as is known. */
    boolean ambiguous;

    /** Requests in a row that had no answer. */
    int silences;

    /** Whether it waits for {@link #due} to be sent or settled. */
    boolean idle;

    long due;

    /** How often its settlement could not be noted. */
    int unsettled;

    /** What has become of its writes, once that is known. */
    List<WriteSettlement> settlements = List.of();

    /** Largest batch that a write of it may be part of, if it is taken apart. */
    int limit = Integer.MAX_VALUE;

    /** How long the writes rest that are sent again without a failed attempt of their own. */
    long rest;

    UnsettledBatch(WriteBatch batch, List<QueuedWrite> writes) {
        this.batch = batch;
        this.writes = writes;
    }
}
