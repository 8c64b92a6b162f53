package dev.larder.writes.delivery;

import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.util.List;

/** A batch from its selection until it is settled. Its {@link #batch} does not change; the rest belongs to the planner. */
final class UnsettledBatch {

    final WriteBatch batch;
    final List<QueuedWrite> writes;

    /** Whether it has been recorded durably. */
    boolean planned;

    /** Whether it was recorded in an earlier run, possibly by a version without item ids. */
    boolean resumed;

    /** Answers to the whole batch that left it unchanged. */
    int answers;

    /** Whether the origin may have applied it, as far as is known. */
    boolean ambiguous;

    /** Consecutive requests without an answer. */
    int silences;

    /** Requests that have reached the origin and not been answered. */
    int unanswered;

    /** Those of them since whose predecessor the origin has accepted another write. */
    int unansweredBesideOthers;

    /** When a request first reached the origin without a decision; negative if none has. */
    long undecidedSince = -1;

    /** When the last such request ended. */
    long undecidedAt = -1;

    /** Whether it waits for {@link #due} to be sent or settled. */
    boolean idle;

    long due;

    /** How often recording its settlement has failed. */
    int unsettled;

    /** The outcomes of its writes, once known. */
    List<WriteSettlement> settlements = List.of();

    /** Maximum batch size for its writes after it is split. */
    int limit = Integer.MAX_VALUE;

    /** How long writes wait that are sent again without a failed attempt of their own. */
    long rest;

    UnsettledBatch(WriteBatch batch, List<QueuedWrite> writes) {
        this.batch = batch;
        this.writes = writes;
    }
}
