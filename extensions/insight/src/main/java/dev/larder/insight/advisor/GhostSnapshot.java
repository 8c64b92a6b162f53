package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.Map;

/**
 * What the ghosts say at a time.
 *
 * @param requests that have been seen so far, all of them
 * @param telling whether the sample is large enough to tell policies apart
 * @param points what each policy would make of the traffic in a store of the live size: percent of the requests, or of the bytes
 */
record GhostSnapshot(Instant at, long requests, boolean telling, Map<CandidatePolicy, Double> points) {

    GhostSnapshot {
        points = Map.copyOf(points);
    }

    double points(CandidatePolicy policy) {
        return points.getOrDefault(policy, 0.0);
    }
}
