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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;

/** Begins the steps that are observed, each as a child of the server's observation of the same request. */
public final class CacheStepObserver {

    private static final Logger log = LoggerFactory.getLogger(CacheStepObserver.class);

    /** Nobody observes. */
    public static final CacheStepObserver UNOBSERVED = new CacheStepObserver(Optional::empty);

    /** Routes have ids from configuration; should something make ever new ones, those beyond are called the same. */
    private static final int ROUTES = 1_000;

    private static final String OTHERS = "others";
    private static final String NONE = "none";

    private final Supplier<Optional<ObservationRegistry>> registry;
    private final Map<CacheStep, CacheStepConvention> conventions = new EnumMap<>(CacheStep.class);
    private final Set<String> routes = ConcurrentHashMap.newKeySet();

    /**
     * Tells those who observe by this registry.
     *
     * @param registry asked when the first request comes; empty if nobody observes
     */
    public CacheStepObserver(Supplier<Optional<ObservationRegistry>> registry) {
        this.registry = SingletonSupplier.of(registry);
        for (CacheStep step : CacheStep.values()) {
            conventions.put(step, new CacheStepConvention(step));
        }
    }

    /** Whether somebody observes; if not, a step costs nothing. */
    public boolean on() {
        return registry.get().isPresent();
    }

    /**
     * A step of a request begins.
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
        tell(observation::start);
        return new MicrometerStepObservation(observation, context);
    }

    /** Whatever an observer does about it: requests do not suffer. */
    static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException fault) {
            log.debug("An observer of the cache's work has failed; the request is not affected.", fault);
        }
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
