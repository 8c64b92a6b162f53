package dev.larder.policies.ghost;

import java.util.Map;

/**
 * The estimated performance of a policy at one cache size.
 *
 * @param capacity bytes
 * @param hitRatio fraction of the requests
 * @param byteHitRatio fraction of the requested bytes
 * @param misses fractions of the requests, by cause
 */
public record HitRatioPoint(long capacity, double hitRatio, double byteHitRatio, Map<GhostMissCause, Double> misses) {

    public HitRatioPoint {
        misses = Map.copyOf(misses);
    }
}
