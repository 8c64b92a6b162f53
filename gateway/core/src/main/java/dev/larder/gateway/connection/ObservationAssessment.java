package dev.larder.gateway.connection;

import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.observation.ServerRequestObservationConvention;

/**
 * Determines how early the observation of requests allows hits to be answered: timers can be updated at the connection too, all
 * other observers need the request.
 */
final class ObservationAssessment {

    private static final List<String> TIMERS = List.of("io.micrometer.core.instrument.observation.");
    private static final List<String> KNOWN = List.of("org.springframework.", "dev.larder.gateway.");

    private ObservationAssessment() {}

    static HitLevelAssessment of(ListableBeanFactory beans) {
        boolean none = ApplicationAssessment.all(beans, ObservationRegistry.class).stream()
                .allMatch(ObservationRegistry::isNoop);
        return none ? HitLevelAssessment.CLEAR : observers(beans).and(properties(beans.getBean(Environment.class)));
    }

    private static HitLevelAssessment observers(ListableBeanFactory beans) {
        Stream<?> handlers = ApplicationAssessment.all(beans, ObservationHandler.class).stream()
                .filter(handler -> !ApplicationAssessment.isOf(handler, TIMERS));
        Stream<?> changers = Stream.of(
                        ServerRequestObservationConvention.class,
                        GlobalObservationConvention.class,
                        ObservationFilter.class,
                        ObservationPredicate.class,
                        ObservationRegistryCustomizer.class)
                .flatMap(type -> ApplicationAssessment.all(beans, type).stream())
                .filter(bean -> !ApplicationAssessment.isOf(bean, KNOWN));
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        for (Object observer : Stream.concat(handlers, changers).toList()) {
            assessment = assessment.atMost(
                    HitLevel.WEB, "Requests are observed by " + ApplicationAssessment.name(observer) + ".");
        }
        return assessment;
    }

    private static HitLevelAssessment properties(Environment environment) {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        for (String property : List.of("management.observations.enable", "management.observations.key-values")) {
            boolean set = Binder.get(environment)
                            .bind(property, Bindable.mapOf(String.class, String.class))
                            .map(Map::size)
                            .orElse(0)
                    > 0;
            if (set) {
                assessment = assessment.atMost(HitLevel.WEB, "Observations are configured (" + property + ").");
            }
        }
        return assessment;
    }
}
