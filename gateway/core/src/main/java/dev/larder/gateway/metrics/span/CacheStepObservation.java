package dev.larder.gateway.metrics.span;

import dev.larder.rfc9111.Reason;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** One step under way, for those who observe it. It ends once; what is said later is not heard. */
public interface CacheStepObservation {

    /** Nobody observes. */
    CacheStepObservation UNOBSERVED = new CacheStepObservation() {

        @Override
        public void stored(Optional<Reason> notStored) {}

        @Override
        public void ended(StepOutcome outcome, Reason reason) {}

        @Override
        public void failed(Reason reason, Throwable error) {}

        @Override
        public <T> Mono<T> around(Reason reason, Mono<T> work) {
            return work;
        }

        @Override
        public ContextView around(ContextView context) {
            return context;
        }
    };

    /** What it was to store is stored, unless there is a reason why not. */
    void stored(Optional<Reason> notStored);

    /** It has come to this, and why. */
    void ended(StepOutcome outcome, Reason reason);

    /** It has come to nothing. */
    void failed(Reason reason, Throwable error);

    /** The work itself, whose error or cancellation ends the step too. */
    <T> Mono<T> around(Reason reason, Mono<T> work);

    /** A context in which whatever is observed is part of this step. */
    ContextView around(ContextView context);
}
