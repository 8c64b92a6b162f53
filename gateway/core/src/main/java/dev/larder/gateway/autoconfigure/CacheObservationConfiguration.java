package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.metrics.span.CacheStepObserver;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;

/** Records cache steps as observations, if they are used for more than timers: Larder has meters of its own. */
class CacheObservationConfiguration {

    private static final String FRAMEWORK = "org.springframework.";

    @Bean
    CacheStepObserver larderSpans(
            ObjectProvider<ObservationRegistry> registry,
            ObjectProvider<ObservationHandler<?>> handlers,
            ObjectProvider<ObservationRegistryCustomizer<?>> customizers) {
        return new CacheStepObserver(() -> Optional.ofNullable(registry.getIfUnique())
                .filter(found -> !found.isNoop() && isWatched(handlers, customizers)));
    }

    /** What a customizer of the application adds to a registry cannot be inspected, so it counts as such a use. */
    private static boolean isWatched(
            ObjectProvider<ObservationHandler<?>> handlers,
            ObjectProvider<ObservationRegistryCustomizer<?>> customizers) {
        return handlers.stream().anyMatch(handler -> !(handler instanceof MeterObservationHandler))
                || customizers.stream()
                        .anyMatch(customizer ->
                                !ClassUtils.getUserClass(customizer).getName().startsWith(FRAMEWORK));
    }
}
