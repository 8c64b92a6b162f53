package dev.larder.invalidation;

import java.util.concurrent.CompletionStage;

/**
 * Tells every member of a cluster what has become wrong.
 *
 * <p>Whoever publishes may rely on this alone: when the stage completes, each member that may still answer from its store
 * has applied the message. Messages of one publisher are applied in the order in which they were published.
 */
public interface InvalidationBus {

    /**
     * Tells every member, the publisher's own included.
     *
     * @return completes with what the publisher's own member made of it; completes exceptionally if a member may not know
     */
    CompletionStage<EpochChange> publish(InvalidationMessage message);

    /** Makes this the ledger in which messages are applied here; there is one. */
    void join(InvalidationState state);

    /**
     * The epoch to stamp a fetch with that begins now. It is never later than what this member has heard from every other
     * that writes, so that whatever one of them invalidates from now on has a later one.
     */
    long stamp();

    /** Whether a write's response waits until every member knows of it. */
    default boolean waits() {
        return true;
    }

    /** Whether this member hears of every write in time. If not, it must not answer from its store: ask the origin. */
    default boolean entitled() {
        return true;
    }

    /** Whether members agree on the epoch with which one begins that joins them. If not, it begins after all of its earlier lives. */
    default boolean agreesOnEpochs() {
        return false;
    }
}
