package dev.larder.gateway.metrics.span;

import dev.larder.rfc9111.Reason;
import io.micrometer.observation.Observation;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** A step that is recorded as a Micrometer observation. */
final class MicrometerStepObservation implements CacheStepObservation {

    private static final Logger log = LoggerFactory.getLogger(MicrometerStepObservation.class);

    private final Observation observation;
    private final CacheStepContext context;
    private final AtomicBoolean over = new AtomicBoolean();

    MicrometerStepObservation(Observation observation, CacheStepContext context) {
        this.observation = observation;
        this.context = context;
    }

    /** Failures of observers do not affect requests. */
    static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException fault) {
            log.debug("An observer of the cache's work has failed; the request is not affected.", fault);
        }
    }

    @Override
    public void stored(Optional<Reason> notStored) {
        if (notStored.isPresent()) {
            ended(StepOutcome.NOT_STORED, notStored.get());
        } else if (over.compareAndSet(false, true)) {
            context.ended(StepOutcome.STORED);
            tell(observation::stop);
        }
    }

    @Override
    public void ended(StepOutcome outcome, Reason reason) {
        if (over.compareAndSet(false, true)) {
            context.ended(outcome, reason);
            tell(observation::stop);
        }
    }

    @Override
    public void failed(Reason reason, Throwable error) {
        if (over.compareAndSet(false, true)) {
            context.ended(StepOutcome.FAILED, reason);
            tell(() -> observation.error(error));
            tell(observation::stop);
        }
    }

    @Override
    public <T> Mono<T> around(Reason reason, Mono<T> work) {
        return work.doOnError(error -> failed(reason, error)).doOnCancel(() -> ended(StepOutcome.LEFT, reason));
    }

    @Override
    public ContextView around(ContextView outer) {
        return observation.isNoop() ? outer : Context.of(outer).put(CONTEXT_KEY, observation);
    }
}
