package dev.larder.insight.advisor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What caching saves each route: the origin's time for each hit, less the time of lookups. */
final class RouteTimeSavings {

    /** Maximum number of routes to distinguish; an application has fewer. */
    private static final int MOST = 1_000;

    /** Minimum number of requests for a statement about a route. */
    private static final long TELLING = 100;

    private final Map<String, Times> routes = new TreeMap<>();

    private static final class Times {

        long hits;
        long forwarded;
        long fetched;
        double lookupNanos;
        double originNanos;

        double lookup() {
            return forwarded == 0 ? 0 : lookupNanos / forwarded;
        }

        double origin() {
            return fetched == 0 ? 0 : originNanos / fetched;
        }

        /** Returns the savings; a lookup that hits is not measured, and assumed to take as long as a miss. */
        double savedNanos() {
            return hits * (origin() - lookup()) - forwarded * lookup();
        }
    }

    void hits(String route, long number) {
        of(route).hits += number;
    }

    void forwarded(String route, long nanos) {
        Times times = of(route);
        times.forwarded++;
        times.lookupNanos += nanos;
    }

    void fetched(String route, long nanos) {
        Times times = of(route);
        times.fetched++;
        times.originNanos += nanos;
    }

    private Times of(String route) {
        Times known = routes.get(route);
        return known != null || routes.size() >= MOST
                ? known == null ? new Times() : known
                : routes.computeIfAbsent(route, first -> new Times());
    }

    /** Returns all routes, those that lose most first. */
    List<AdvisorReport.RouteSaving> savings() {
        List<AdvisorReport.RouteSaving> savings = new ArrayList<>();
        routes.forEach((route, times) -> {
            long requests = times.hits + times.forwarded;
            double saved = times.savedNanos();
            savings.add(new AdvisorReport.RouteSaving(
                    route,
                    times.hits,
                    times.forwarded,
                    micros(times.origin()),
                    micros(times.lookup()),
                    requests == 0 ? 0 : micros(saved / requests),
                    saved < 0 && requests >= TELLING));
        });
        savings.sort(Comparator.comparingDouble(AdvisorReport.RouteSaving::savedMicros));
        return savings;
    }

    private static double micros(double nanos) {
        return nanos / Duration.ofNanos(1_000).toNanos();
    }
}
