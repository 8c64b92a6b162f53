package dev.larder.dashboard;

import java.util.List;
import java.util.Map;

/**
 * Changes since the previous point.
 *
 * @param number points are counted from 1
 * @param at seconds since the epoch, by the wall clock
 * @param routes by route
 * @param invalidations by kind
 * @param pools names of the pools that were invalidated
 */
record TimeSeriesPoint(
        long number, double at, Map<String, Passed> routes, Map<String, Long> invalidations, List<String> pools) {

    TimeSeriesPoint {
        routes = Map.copyOf(routes);
        invalidations = Map.copyOf(invalidations);
        pools = List.copyOf(pools);
    }

    /**
     * Traffic of a route since the previous point.
     *
     * @param hitMillis mean latency of hits; negative if there was none
     * @param originMillis mean latency of the origin; negative if it was not contacted
     */
    record Passed(long requests, long hits, double hitMillis, double originMillis) {}
}
