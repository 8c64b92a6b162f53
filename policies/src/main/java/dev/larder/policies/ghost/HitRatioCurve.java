package dev.larder.policies.ghost;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a policy would make of the traffic, over sizes.
 *
 * @param points by size, the smallest first
 */
public record HitRatioCurve(CandidatePolicy policy, List<HitRatioPoint> points) {

    public HitRatioCurve {
        points = List.copyOf(points);
    }

    /** The hit ratio in a cache of that size: between sizes that were tried, and as at the nearest of them beyond. */
    public double hitRatio(long capacity) {
        HitRatioPoint below = points.get(0);
        for (HitRatioPoint point : points) {
            if (point.capacity() >= capacity) {
                return point.capacity() == capacity || capacity <= points.get(0).capacity()
                        ? point.hitRatio()
                        : below.hitRatio() + part(below, point, capacity) * (point.hitRatio() - below.hitRatio());
            }
            below = point;
        }
        return below.hitRatio();
    }

    /** How far between two sizes, by their logarithms. */
    private static double part(HitRatioPoint below, HitRatioPoint above, long capacity) {
        return Math.log((double) capacity / below.capacity()) / Math.log((double) above.capacity() / below.capacity());
    }

    /** The smallest size at which the hit ratio is at least this; none if it is so at no size that was tried. */
    public OptionalLong smallestWith(double hitRatio) {
        HitRatioPoint below = points.get(0);
        for (HitRatioPoint point : points) {
            if (point.hitRatio() >= hitRatio) {
                return OptionalLong.of(point.equals(below) ? point.capacity() : between(below, point, hitRatio));
            }
            below = point;
        }
        return OptionalLong.empty();
    }

    private static long between(HitRatioPoint below, HitRatioPoint above, double hitRatio) {
        double part = (hitRatio - below.hitRatio()) / (above.hitRatio() - below.hitRatio());
        return Math.round(below.capacity() * Math.pow((double) above.capacity() / below.capacity(), part));
    }
}
