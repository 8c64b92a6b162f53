package dev.larder.gateway.exchange;

import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.rfc9111.Reason;

/** What an adapter adds to one exchange, beside its ports: nothing by default. Called on the loop of the exchange. */
public interface ExchangeHooks {

    /** Adds nothing. */
    ExchangeHooks NONE = new ExchangeHooks() {};

    /** Begins an observed step. */
    default CacheStepObservation step(CacheStep step) {
        return CacheStepObservation.UNOBSERVED;
    }

    /** Called after the first lookup, with whether a fresh response is stored. */
    default void lookedUp(boolean hit) {}

    /**
     * Called when the stored response is found to be fresh.
     *
     * @param serve sends it; to be run once, perhaps later
     */
    default void serve(SelectedResponse hit, Runnable serve) {
        serve.run();
    }

    /**
     * Called when equal requests can be answered from the store.
     *
     * @param found whether the response was found there; false if it has been stored for this request
     */
    default void reusable(boolean found) {}

    /** Forwards a request that the store has no part in; returns false to leave that to the exchange. */
    default boolean tryPassThrough(Reason reason) {
        return false;
    }
}
