package dev.larder.policies.ghost;

import java.util.Map;

/**
 * What a policy would make of the traffic in a cache of a size.
 *
 * @param capacity bytes
 * @param hitRatio part of the requests
 * @param byteHitRatio part of the bytes requested
 * @param misses parts of the requests, by cause
 */
public record HitRatioPoint(long capacity, double hitRatio, double byteHitRatio, Map<GhostMissCause, Double> misses) {

    public HitRatioPoint {
        misses = Map.copyOf(misses);
    }
}
