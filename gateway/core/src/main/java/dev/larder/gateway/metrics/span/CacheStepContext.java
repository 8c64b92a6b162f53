package dev.larder.gateway.metrics.span;

import dev.larder.rfc9111.Reason;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import org.jspecify.annotations.Nullable;

/** What is known of one step, for whoever has a convention of his own. */
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

    /** Which step it is. */
    public CacheStep step() {
        return step;
    }

    /** The route. */
    public String route() {
        return route;
    }

    /** What it has come to; {@code none} before its end. */
    public String outcome() {
        return outcome;
    }

    /** Why; {@code none} if there is nothing to say, and before its end. */
    public String reason() {
        return reason;
    }
}
