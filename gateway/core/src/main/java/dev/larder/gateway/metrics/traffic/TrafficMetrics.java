package dev.larder.gateway.metrics.traffic;

import dev.larder.gateway.rule.RuleOptions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** Counts the traffic of all routes, if there is a meter registry. */
public final class TrafficMetrics {

    /** Counts nothing. */
    public static final TrafficMetrics UNCOUNTED = new TrafficMetrics(Optional::empty, EvictionMetrics.UNWATCHED);

    /** Route ids come from configuration; in case they keep changing, further ones are counted together. */
    private static final int ROUTES = 1_000;

    private static final String OTHERS = "others";
    private static final String NONE = "none";

    private final Supplier<Optional<MeterRegistry>> registry;
    private final EvictionMetrics evictions;
    private final Map<Place, RouteTraffic> routes = new ConcurrentHashMap<>();
    private final Map<String, StoreCounters> stores = new ConcurrentHashMap<>();

    private record Place(String route, String store) {}

    /**
     * Creates an instance that counts in this registry.
     *
     * @param registry called for the first request; empty if nothing is counted
     * @param evictions counters of all stores
     */
    public TrafficMetrics(Supplier<Optional<MeterRegistry>> registry, EvictionMetrics evictions) {
        this.registry = SingletonSupplier.of(registry);
        this.evictions = evictions;
    }

    /**
     * Returns the counters of a route.
     *
     * @param route its id; empty for requests without a route
     * @param store name of the store of its responses; empty for the default store
     */
    public RouteTraffic of(Optional<String> route, Optional<String> store) {
        var place = new Place(
                route.filter(named -> !named.isEmpty()).orElse(NONE), store.orElse(RuleOptions.DEFAULT_STORE));
        RouteTraffic known = routes.get(place);
        return known == null ? begin(routes.size() < ROUTES ? place : new Place(OTHERS, place.store())) : known;
    }

    /** Returns the counters of a store. */
    public StoreCounters gets(String store) {
        return stores.computeIfAbsent(store, named -> new StoreCounters());
    }

    /** Returns the history of removed keys; empty if nothing is counted. */
    public Optional<EvictedKeyHistory> departures() {
        return evictions.departures();
    }

    /** Counts a response that the store has not admitted. */
    public void refused(String store) {
        registry.get()
                .ifPresent(known -> Counter.builder("larder.store.refused")
                        .description("Responses that the eviction policy did not admit; Caffeine admits all")
                        .tag("store", store)
                        .register(known)
                        .increment());
    }

    private RouteTraffic begin(Place place) {
        return routes.computeIfAbsent(
                place,
                at -> registry.get()
                        .<RouteTraffic>map(known -> new MeteredRouteTraffic(known, at.route(), gets(at.store())))
                        .orElse(RouteTraffic.UNCOUNTED));
    }
}
