package dev.larder.gateway.metrics.span;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.Locale;

/** Observations of a request below that of the server. None of their key-values comes from a client: neither keys nor paths. */
public enum CacheStep implements ObservationDocumentation {
    /** From the call of the store to the verdict on the result. */
    LOOKUP("larder.lookup", "cache lookup"),
    /** From sending the request to the origin to the head of its response; the gateway's own request is a child of it. */
    FETCH("larder.fetch", "cache fetch"),
    /** From the head of a storable response until it is stored or rejected. */
    STORE("larder.store", "cache store");

    private final String observation;
    private final String contextual;

    CacheStep(String observation, String contextual) {
        this.observation = observation;
        this.contextual = contextual;
    }

    @Override
    public String getName() {
        return observation;
    }

    @Override
    public String getContextualName() {
        return contextual;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return Key.values();
    }

    /** Key-values of a step; each step has all of them, with {@code none} if there is no value. */
    public enum Key implements KeyName {
        /** Id of the route; {@code others} beyond the first thousand. */
        ROUTE,
        /** Outcome of the step: one of {@link StepOutcome}. */
        OUTCOME,
        /** Lookup: why. Fetch: why the request was forwarded. Store: why not. One of the words of Cache-Status. */
        REASON;

        private final String word = name().toLowerCase(Locale.ROOT);

        @Override
        public String asString() {
            return word;
        }
    }
}
