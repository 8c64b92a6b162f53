package dev.larder.gateway.metrics.span;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;

/** Begins observations of steps, each as a child of the server's observation of the same request. */
public final class CacheStepObserver {

    /** Observes nothing. */
    public static final CacheStepObserver UNOBSERVED = new CacheStepObserver(Optional::empty);

    /** Route ids come from configuration; in case they keep changing, further ones share one name. */
    private static final int ROUTES = 1_000;

    private static final String OTHERS = "others";
    private static final String NONE = "none";

    private final Supplier<Optional<ObservationRegistry>> registry;
    private final Map<CacheStep, CacheStepConvention> conventions = new EnumMap<>(CacheStep.class);
    private final Set<String> routes = ConcurrentHashMap.newKeySet();

    /**
     * Creates an observer that uses this registry.
     *
     * @param registry called for the first request; empty if nothing is observed
     */
    public CacheStepObserver(Supplier<Optional<ObservationRegistry>> registry) {
        this.registry = SingletonSupplier.of(registry);
        for (CacheStep step : CacheStep.values()) {
            conventions.put(step, new CacheStepConvention(step));
        }
    }

    /** Returns whether steps are observed; otherwise they cost nothing. */
    public boolean isEnabled() {
        return registry.get().isPresent();
    }

    /**
     * Begins a step of a request.
     *
     * @param route its id; empty if there is none
     */
    public CacheStepObservation begin(CacheStep step, ServerWebExchange exchange, String route) {
        ObservationRegistry observers = registry.get().orElse(null);
        if (observers == null) {
            return CacheStepObservation.UNOBSERVED;
        }
        var context = new CacheStepContext(step, bounded(route), server(exchange));
        var convention = Objects.requireNonNull(conventions.get(step));
        Observation observation = Observation.createNotStarted(null, convention, () -> context, observers);
        MicrometerStepObservation.tell(observation::start);
        return new MicrometerStepObservation(observation, context);
    }

    private static @Nullable ObservationView server(ServerWebExchange exchange) {
        return ServerRequestObservationContext.findCurrent(exchange.getAttributes())
                .<ObservationView>map(found -> () -> found)
                .orElse(null);
    }

    private String bounded(String route) {
        if (route.isEmpty()) {
            return NONE;
        }
        if (routes.contains(route)) {
            return route;
        }
        if (routes.size() >= ROUTES) {
            return OTHERS;
        }
        routes.add(route);
        return route;
    }
}
