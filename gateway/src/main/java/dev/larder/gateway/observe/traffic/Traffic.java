package dev.larder.gateway.observe.traffic;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** What counts the traffic of all routes, as far as there is somebody to be told. */
public final class Traffic {

    /** Nobody counts. */
    public static final Traffic UNCOUNTED = new Traffic(Optional::empty, Exits.UNWATCHED);

    /** Routes have ids from configuration; should something make ever new ones, those beyond are counted together. */
    private static final int ROUTES = 1_000;

    private static final String OTHERS = "others";
    private static final String NONE = "none";

    private final Supplier<Optional<MeterRegistry>> registry;
    private final Exits exits;
    private final Map<String, RouteTraffic> routes = new ConcurrentHashMap<>();

    /**
     * Counts in this registry.
     *
     * @param registry asked when the first request comes; empty if nothing is counted
     * @param exits of all stores
     */
    public Traffic(Supplier<Optional<MeterRegistry>> registry, Exits exits) {
        this.registry = SingletonSupplier.of(registry);
        this.exits = exits;
    }

    /** That of a route, by its id; empty for requests without a route. */
    public RouteTraffic of(Optional<String> route) {
        String id = route.filter(named -> !named.isEmpty()).orElse(NONE);
        RouteTraffic known = routes.get(id);
        return known == null ? begin(routes.size() < ROUTES ? id : OTHERS) : known;
    }

    /** What is remembered of keys that have left their store; empty if nobody counts. */
    public Optional<Departures> departures() {
        return exits.departures();
    }

    /** A store has not let in what came. */
    public void refused(String store) {
        registry.get()
                .ifPresent(known -> Counter.builder("larder.store.refused")
                        .description("Responses that the policy of a store has not let in")
                        .tag("store", store)
                        .register(known)
                        .increment());
    }

    private RouteTraffic begin(String id) {
        return routes.computeIfAbsent(
                id,
                named -> registry.get()
                        .<RouteTraffic>map(known -> new MeteredRoute(known, named))
                        .orElse(RouteTraffic.UNCOUNTED));
    }
}
