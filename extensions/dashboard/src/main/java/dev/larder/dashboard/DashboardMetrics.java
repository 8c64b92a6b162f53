package dev.larder.dashboard;

import java.util.List;

/**
 * Values of the meters, by route and by cause.
 *
 * @param notAnswered reasons why requests were not answered from the store
 * @param notStored reasons why responses were not stored
 */
record DashboardMetrics(
        List<OfRoute> routes,
        List<Count> notAnswered,
        List<Count> notStored,
        List<OfStore> stores,
        List<Count> evictions,
        List<Count> invalidations) {

    DashboardMetrics {
        routes = List.copyOf(routes);
        notAnswered = List.copyOf(notAnswered);
        notStored = List.copyOf(notStored);
        stores = List.copyOf(stores);
        evictions = List.copyOf(evictions);
        invalidations = List.copyOf(invalidations);
    }

    /**
     * Traffic of a route.
     *
     * @param results number of requests by result
     * @param hits number of requests answered from the store
     * @param bytes of content sent to clients
     * @param hitBytes those of them from the store
     */
    record OfRoute(
            String route,
            long requests,
            long hits,
            long bytes,
            long hitBytes,
            List<Count> results,
            Times hit,
            Times origin) {

        OfRoute {
            results = List.copyOf(results);
        }
    }

    /**
     * Durations.
     *
     * @param most 95th percentile; zero if unknown
     */
    record Times(long count, double seconds, double most) {

        static final Times NONE = new Times(0, 0, 0);

        Times and(Times other) {
            return new Times(count + other.count, seconds + other.seconds, Math.max(most, other.most));
        }
    }

    /**
     * Number of occurrences of a cause.
     *
     * @param of the route or the store; empty if it is of all
     * @param what the cause, as named by the metrics
     */
    record Count(String of, String what, long count) {}

    /**
     * A store.
     *
     * @param refused number of responses that it did not admit
     */
    record OfStore(String name, long entries, long bytes, long refused) {}
}
