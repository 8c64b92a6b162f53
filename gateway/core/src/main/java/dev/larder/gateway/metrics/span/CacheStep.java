package dev.larder.gateway.metrics.span;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.Locale;

/**
 * The observations that a request may have below that of the server. None of their key-values comes from a client: not a
 * key, not a path.
 */
public enum CacheStep implements ObservationDocumentation {
    /** From asking the store to the verdict on what it has. */
    LOOKUP("larder.lookup", "cache lookup"),
    /** From asking the origin to the head of its answer; the gateway's own request is a child of it. */
    FETCH("larder.fetch", "cache fetch"),
    /** From the head of an answer that may be stored to the moment when it is, or is not. */
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
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return CacheStepConvention.class;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return Key.values();
    }

    /** What is known of a step; each of them has every one of these, with {@code none} where there is nothing to say. */
    public enum Key implements KeyName {
        /** Id of the route; {@code others} beyond the first thousand. */
        ROUTE,
        /** What the step has come to: one of {@link StepOutcome}. */
        OUTCOME,
        /** A lookup: why. A fetch: why the request was forwarded. A store: why not. One of the words of Cache-Status. */
        REASON;

        private final String word = name().toLowerCase(Locale.ROOT);

        @Override
        public String asString() {
            return word;
        }
    }
}
