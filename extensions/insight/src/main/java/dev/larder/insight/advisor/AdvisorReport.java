package dev.larder.insight.advisor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Findings of the advisor.
 *
 * @param on whether the advisor is enabled, by {@code larder.advisor.enabled}
 * @param live the store in use
 * @param sample the data behind the findings
 * @param policies predicted performance of each policy, the best at the live size first
 * @param routes what caching saves each route, those that lose most first
 * @param advice recommendations, in sentences
 */
public record AdvisorReport(
        boolean on,
        Live live,
        Sample sample,
        List<PolicyCurve> policies,
        List<RouteSaving> routes,
        List<String> advice) {

    public AdvisorReport {
        policies = List.copyOf(policies);
        routes = List.copyOf(routes);
        advice = List.copyOf(advice);
    }

    /**
     * The store in use.
     *
     * @param policy of the store
     * @param bytes its size
     * @param hitRatio prediction of its ghost cache of that size
     * @param misses shares of the requests, by cause: a larger store avoids those with {@code capacity} only
     */
    public record Live(String policy, long bytes, double hitRatio, double byteHitRatio, Map<String, Double> misses) {}

    /**
     * The data behind the curves.
     *
     * @param requests number of reads; older ones count less
     * @param keys approximate number of distinct keys among them
     * @param oneIn one in so many keys is drawn at random
     * @param drawn number of keys followed because they were drawn
     * @param heaviest number of keys followed because of their weight
     * @param told one in so many hits is observed, and every hit of a drawn key
     * @param memoryBytes memory of the advisor
     * @param dropped number of observations dropped under load
     */
    public record Sample(
            double requests,
            double keys,
            long oneIn,
            int drawn,
            int heaviest,
            int told,
            long memoryBytes,
            long dropped) {}

    /**
     * Predicted performance of a policy.
     *
     * @param gain percentage points of hit ratio above the live policy, at the live size
     * @param keeping smallest size that keeps nine tenths of the hit ratio at the live size
     * @param curve by size, the smallest first
     */
    public record PolicyCurve(String policy, double gain, Optional<Long> keeping, List<CurvePoint> curve) {

        public PolicyCurve {
            curve = List.copyOf(curve);
        }
    }

    /** Predicted performance in a store of a size; misses are shares of the requests, by cause. */
    public record CurvePoint(long bytes, double hitRatio, double byteHitRatio, Map<String, Double> misses) {}

    /**
     * What caching saves a route.
     *
     * @param originMicros time that the origin takes to answer
     * @param lookupMicros time that a lookup adds to a forwarded request
     * @param savedMicros average per request: savings of hits, less the time of lookups
     * @param loses whether the route would be faster without a cache
     */
    public record RouteSaving(
            String route,
            long hits,
            long forwarded,
            double originMicros,
            double lookupMicros,
            double savedMicros,
            boolean loses) {}
}
