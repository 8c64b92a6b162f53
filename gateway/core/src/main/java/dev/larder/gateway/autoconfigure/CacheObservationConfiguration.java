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

/** The steps of the cache's work as observations, where somebody looks at more than timers: Larder has meters of its own. */
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

    /** What a customizer of the application's own adds to a registry cannot be seen from outside. */
    private static boolean isWatched(
            ObjectProvider<ObservationHandler<?>> handlers,
            ObjectProvider<ObservationRegistryCustomizer<?>> customizers) {
        return handlers.stream().anyMatch(handler -> !(handler instanceof MeterObservationHandler))
                || customizers.stream()
                        .anyMatch(customizer ->
                                !ClassUtils.getUserClass(customizer).getName().startsWith(FRAMEWORK));
    }
}
