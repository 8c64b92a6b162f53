package dev.larder.policies.ghost;

import java.util.List;

/**
 * The results of the ghosts.
 *
 * @param requests reads so far; older ones count less
 * @param keys approximate number of distinct keys among them
 * @param oneIn one key in this many is sampled
 * @param heaviest number of keys followed in addition for their weight
 * @param drawn number of sampled keys that some ghost has
 * @param bytes memory of all ghosts
 * @param curves one per policy
 */
public record GhostReport(
        double requests, double keys, long oneIn, int heaviest, int drawn, long bytes, List<HitRatioCurve> curves) {

    public GhostReport {
        curves = List.copyOf(curves);
    }
}
