package dev.larder.gateway.metrics.traffic;

import dev.larder.gateway.exchange.NamedStores;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** What counts the traffic of all routes, as far as there is somebody to be told. */
public final class TrafficMetrics {

    /** Nobody counts. */
    public static final TrafficMetrics UNCOUNTED = new TrafficMetrics(Optional::empty, EvictionMetrics.UNWATCHED);

    /** Routes have ids from configuration; should something make ever new ones, those beyond are counted together. */
    private static final int ROUTES = 1_000;

    private static final String OTHERS = "others";
    private static final String NONE = "none";

    private final Supplier<Optional<MeterRegistry>> registry;
    private final EvictionMetrics evictions;
    private final Map<Place, RouteTraffic> routes = new ConcurrentHashMap<>();
    private final Map<String, StoreCounters> stores = new ConcurrentHashMap<>();

    private record Place(String route, String store) {}

    /**
     * Counts in this registry.
     *
     * @param registry asked when the first request comes; empty if nothing is counted
     * @param evictions of all stores
     */
    public TrafficMetrics(Supplier<Optional<MeterRegistry>> registry, EvictionMetrics evictions) {
        this.registry = SingletonSupplier.of(registry);
        this.evictions = evictions;
    }

    /**
     * That of a route.
     *
     * @param route its id; empty for requests without a route
     * @param store name of the store that its responses are in; empty for the one that all have without a rule
     */
    public RouteTraffic of(Optional<String> route, Optional<String> store) {
        var place = new Place(route.filter(named -> !named.isEmpty()).orElse(NONE), store.orElse(NamedStores.DEFAULT));
        RouteTraffic known = routes.get(place);
        return known == null ? begin(routes.size() < ROUTES ? place : new Place(OTHERS, place.store())) : known;
    }

    /** What requests have had from a store. */
    public StoreCounters gets(String store) {
        return stores.computeIfAbsent(store, named -> new StoreCounters());
    }

    /** What is remembered of keys that have left their store; empty if nobody counts. */
    public Optional<EvictedKeyHistory> departures() {
        return evictions.departures();
    }

    /** A store has not let in what came. */
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
