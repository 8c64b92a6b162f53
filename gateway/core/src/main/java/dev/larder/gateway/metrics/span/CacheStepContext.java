package dev.larder.gateway.metrics.span;

import dev.larder.rfc9111.Reason;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import org.jspecify.annotations.Nullable;

/** Data of one step, for custom conventions. */
public final class CacheStepContext extends Observation.Context {

    private static final String NONE = "none";

    private final CacheStep step;
    private final String route;
    private volatile String outcome = NONE;
    private volatile String reason = NONE;

    CacheStepContext(CacheStep step, String route, @Nullable ObservationView parent) {
        this.step = step;
        this.route = route;
        if (parent != null) {
            setParentObservation(parent);
        }
    }

    void ended(StepOutcome what) {
        outcome = what.token();
    }

    void ended(StepOutcome what, Reason why) {
        outcome = what.token();
        reason = why.token();
    }

    /** Returns the step. */
    public CacheStep step() {
        return step;
    }

    /** Returns the route. */
    public String route() {
        return route;
    }

    /** Returns the outcome; {@code none} before the step has ended. */
    public String outcome() {
        return outcome;
    }

    /** Returns the reason; {@code none} if there is none, and before the step has ended. */
    public String reason() {
        return reason;
    }
}
