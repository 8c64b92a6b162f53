package dev.larder.invalidation;

import java.util.concurrent.CompletionStage;

/**
 * Propagates invalidations to every member of a cluster.
 *
 * <p>Publishers may rely on this alone: when the stage completes, each member that may still answer from its store has applied
 * the message. Messages of one publisher are applied in the order in which they were published.
 */
public interface InvalidationBus {

    /**
     * Publishes a message to every member, the publisher's own included.
     *
     * @return completes with the effect at the publisher's own member; completes exceptionally if a member may not know
     */
    CompletionStage<EpochChange> publish(InvalidationMessage message);

    /** Sets the state to which messages are applied here; there is one. */
    void join(InvalidationState state);

    /**
     * Returns the epoch with which to stamp a fetch that begins now. It is never later than what this member has heard from every
     * other writing member, so that later invalidations of any of them have a later epoch.
     */
    long stamp();

    /** Whether a write's response waits until every member knows of the write. */
    default boolean isSynchronous() {
        return true;
    }

    /** Whether this member hears of every write in time. If not, it must ask the origin instead of answering from its store. */
    default boolean mayUseStore() {
        return true;
    }

    /**
     * Whether members agree on the epoch with which a joining member begins. If not, it begins after all of its earlier lives.
     */
    default boolean supportsEpochAgreement() {
        return false;
    }
}
