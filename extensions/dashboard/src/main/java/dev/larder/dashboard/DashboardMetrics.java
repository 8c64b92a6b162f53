package dev.larder.dashboard;

import java.util.List;

/**
 * What the meters say, by route and by cause.
 *
 * @param notAnswered why requests were not answered from the store
 * @param notStored why responses were not stored
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
     * What has come to a route.
     *
     * @param results requests by what became of them
     * @param hits those of them that were answered from the store
     * @param bytes of content that clients got
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
     * How long something took.
     *
     * @param most what nineteen of twenty do not exceed; zero if that is not known
     */
    record Times(long count, double seconds, double most) {

        static final Times NONE = new Times(0, 0, 0);

        Times and(Times other) {
            return new Times(count + other.count, seconds + other.seconds, Math.max(most, other.most));
        }
    }

    /**
     * How often something happened.
     *
     * @param of the route or the store; empty if it is of all
     * @param what the cause, in the words of the metrics
     */
    record Count(String of, String what, long count) {}

    /**
     * A store.
     *
     * @param refused responses that it did not admit
     */
    record OfStore(String name, long entries, long bytes, long refused) {}
}
