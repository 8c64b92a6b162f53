package dev.larder.gateway.metrics.span;

import dev.larder.rfc9111.Reason;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** The observation of one step under way. It ends once; later calls have no effect. */
public interface CacheStepObservation {

    /** Key of the parent observation in Reactor contexts, copied from Micrometer, whose class has more dependencies. */
    String CONTEXT_KEY = "micrometer.observation";

    /** Observes nothing. */
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

    /** Ends a store step: stored, unless there is a reason against it. */
    void stored(Optional<Reason> notStored);

    /** Ends the step with this outcome and reason. */
    void ended(StepOutcome outcome, Reason reason);

    /** Ends the step with an error. */
    void failed(Reason reason, Throwable error);

    /** Returns the work; its error or cancellation also ends the step. */
    <T> Mono<T> around(Reason reason, Mono<T> work);

    /** Returns a context whose observations become children of this step. */
    ContextView around(ContextView context);
}
