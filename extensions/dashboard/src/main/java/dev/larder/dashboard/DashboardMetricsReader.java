package dev.larder.dashboard;

import dev.larder.dashboard.DashboardMetrics.Count;
import dev.larder.dashboard.DashboardMetrics.OfRoute;
import dev.larder.dashboard.DashboardMetrics.OfStore;
import dev.larder.dashboard.DashboardMetrics.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Computes the figures of the page from meters. */
final class DashboardMetricsReader {

    /** Results that were answered with a stored response. */
    private static final Set<String> FROM_STORE = Set.of("hit", "stale");

    private static final String ROUTE = "route";

    private final MeterReader readings;

    DashboardMetricsReader(MeterReader readings) {
        this.readings = readings;
    }

    DashboardMetrics read() {
        return new DashboardMetrics(
                routes(),
                counts("larder.misses", ROUTE, "cause"),
                counts("larder.not.stored", ROUTE, "reason"),
                stores(),
                counts("larder.evictions", "store", "cause"),
                counts("larder.invalidations", "", "kind"));
    }

    private List<OfRoute> routes() {
        List<MeterReading> requests = readings.of("larder.requests");
        List<MeterReading> bytes = readings.of("larder.bytes");
        List<MeterReading> latency = readings.of("larder.latency");
        List<MeterReading> origin = readings.of("larder.origin");
        List<OfRoute> routes = new ArrayList<>();
        for (String route : names(requests, ROUTE)) {
            Predicate<MeterReading> ofRoute = reading -> reading.tag(ROUTE).equals(route);
            Predicate<MeterReading> hit = ofRoute.and(reading -> FROM_STORE.contains(reading.tag("result")));
            routes.add(new OfRoute(
                    route,
                    total(requests, ofRoute),
                    total(requests, hit),
                    amount(bytes, ofRoute),
                    amount(bytes, hit),
                    results(requests.stream().filter(ofRoute).toList(), route),
                    times(latency, hit),
                    times(origin, ofRoute)));
        }
        routes.sort(Comparator.comparingLong(OfRoute::requests).reversed().thenComparing(OfRoute::route));
        return routes;
    }

    private static List<Count> results(List<MeterReading> requests, String route) {
        Map<String, Long> results = new TreeMap<>();
        requests.forEach(reading -> results.merge(reading.tag("result"), Math.round(reading.count()), Long::sum));
        return results.entrySet().stream()
                .map(result -> new Count(route, result.getKey(), result.getValue()))
                .toList();
    }

    private List<OfStore> stores() {
        List<MeterReading> entries = readings.of("larder.store.entries");
        List<MeterReading> bytes = readings.of("larder.store.bytes");
        List<MeterReading> refused = readings.of("larder.store.refused");
        List<OfStore> stores = new ArrayList<>();
        for (String store : names(entries, "store")) {
            Predicate<MeterReading> ofStore = reading -> reading.tag("store").equals(store);
            stores.add(new OfStore(store, total(entries, ofStore), total(bytes, ofStore), total(refused, ofStore)));
        }
        return stores;
    }

    /** Returns the counts, most frequent first; causes that have never occurred are omitted. */
    private List<Count> counts(String meter, String of, String what) {
        Map<String, Map<String, Long>> counts = new TreeMap<>();
        readings.of(meter)
                .forEach(reading -> counts.computeIfAbsent(reading.tag(of), name -> new TreeMap<>())
                        .merge(reading.tag(what), Math.round(reading.count()), Long::sum));
        return counts.entrySet().stream()
                .flatMap(name -> name.getValue().entrySet().stream()
                        .map(count -> new Count(name.getKey(), count.getKey(), count.getValue())))
                .filter(count -> count.count() > 0)
                .sorted(Comparator.comparingLong(Count::count).reversed())
                .toList();
    }

    private static Set<String> names(List<MeterReading> readings, String tag) {
        Set<String> names = new TreeSet<>();
        readings.forEach(reading -> names.add(reading.tag(tag)));
        return names;
    }

    private static long total(List<MeterReading> readings, Predicate<MeterReading> which) {
        return Math.round(
                readings.stream().filter(which).mapToDouble(MeterReading::count).sum());
    }

    /** Returns the total of bytes that are either counted one by one or recorded as sizes. */
    private static long amount(List<MeterReading> readings, Predicate<MeterReading> which) {
        return Math.round(readings.stream()
                .filter(which)
                .mapToDouble(reading -> reading.sum() > 0 ? reading.sum() : reading.count())
                .sum());
    }

    private static Times times(List<MeterReading> readings, Predicate<MeterReading> which) {
        return readings.stream()
                .filter(which)
                .map(reading -> new Times(Math.round(reading.count()), reading.sum(), reading.most()))
                .reduce(Times.NONE, Times::and);
    }
}
