package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.Map;

/**
 * Results of the ghost caches at one time.
 *
 * @param requests number of all requests observed so far
 * @param telling whether the sample is large enough to tell policies apart
 * @param points predicted hits of each policy at the live size: percent of the requests, or of the bytes
 */
record GhostSnapshot(Instant at, long requests, boolean telling, Map<CandidatePolicy, Double> points) {

    GhostSnapshot {
        points = Map.copyOf(points);
    }

    double points(CandidatePolicy policy) {
        return points.getOrDefault(policy, 0.0);
    }
}
