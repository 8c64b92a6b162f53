package dev.larder.gateway.metrics.span;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Default name and key-values of a step, unless the application has a {@code GlobalObservationConvention} for it. */
public final class CacheStepConvention implements ObservationConvention<CacheStepContext> {

    private final CacheStep step;

    CacheStepConvention(CacheStep step) {
        this.step = step;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof CacheStepContext known && known.step() == step;
    }

    @Override
    public String getName() {
        return step.getName();
    }

    @Override
    public String getContextualName(CacheStepContext context) {
        return step.getContextualName();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(CacheStepContext context) {
        return KeyValues.of(
                CacheStep.Key.ROUTE.withValue(context.route()),
                CacheStep.Key.OUTCOME.withValue(context.outcome()),
                CacheStep.Key.REASON.withValue(context.reason()));
    }
}
