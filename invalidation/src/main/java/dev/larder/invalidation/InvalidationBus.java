package dev.larder.invalidation;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;

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
    CompletionStage<Moved> publish(Invalidation message);

    /** Makes this the member that applies messages here; there is one. */
    void join(Function<Invalidation, Moved> member);
}
