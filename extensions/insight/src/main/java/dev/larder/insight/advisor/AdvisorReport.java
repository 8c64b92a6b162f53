package dev.larder.insight.advisor;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the advisor has found.
 *
 * @param on whether it looks at all; {@code larder.advisor.enabled} says so
 * @param live what is in use
 * @param choice how the store came to its policy
 * @param sample what it rests on
 * @param policies what each of them would make of the traffic, the best at the live size first
 * @param routes what caching saves each of them, those that lose most first
 * @param advice what to do, in sentences
 */
public record AdvisorReport(
        boolean on,
        Live live,
        Standing choice,
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
     * What is in use.
     *
     * @param policy of the store
     * @param bytes its size
     * @param hitRatio what its ghost of that size says
     * @param misses parts of the requests, by cause: of all of them a larger store can help with {@code capacity} alone
     */
    public record Live(String policy, long bytes, double hitRatio, double byteHitRatio, Map<String, Double> misses) {}

    /**
     * How the store came to its policy.
     *
     * @param auto whether it may change by itself
     * @param policy the present one
     * @param why it is this one, in words
     * @param changes so far
     */
    public record Standing(boolean auto, String policy, String why, int changes, Optional<LastChange> last) {}

    /** A change of the policy, with the percentages of hits by which it was made. */
    public record LastChange(Instant at, String from, String to, double fromPercent, double toPercent) {}

    /**
     * What the curves rest on.
     *
     * @param requests reads, of which older ones count less
     * @param keys different ones among them, about
     * @param oneIn of so many keys one is drawn by chance
     * @param drawn keys followed as they were drawn
     * @param heaviest keys followed as they weigh most
     * @param told of so many hits one is told, but for those of keys that are drawn
     * @param memoryBytes what all of it takes
     * @param dropped sightings that nobody had time for
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
     * What a policy would make of the traffic.
     *
     * @param gain points of hit ratio more than the live policy has, at the live size
     * @param keeping the smallest size that keeps nine tenths of the hit ratio that it has at the live size
     * @param curve by size, the smallest first
     */
    public record PolicyCurve(String policy, double gain, Optional<Long> keeping, List<CurvePoint> curve) {

        public PolicyCurve {
            curve = List.copyOf(curve);
        }
    }

    /** What it would make of it in a store of a size; misses are parts of the requests, by cause. */
    public record CurvePoint(long bytes, double hitRatio, double byteHitRatio, Map<String, Double> misses) {}

    /**
     * What caching saves a route.
     *
     * @param originMicros what the origin takes for an answer
     * @param lookupMicros what a look-up adds to a request that is forwarded
     * @param savedMicros of each request, on average: what hits save, less what look-ups take
     * @param loses whether it would be faster without a cache
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
