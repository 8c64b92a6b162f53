package dev.larder.policies.ghost;

import java.util.List;
import java.util.OptionalLong;

/**
 * The estimated performance of a policy over cache sizes.
 *
 * @param points by size, the smallest first
 */
public record HitRatioCurve(CandidatePolicy policy, List<HitRatioPoint> points) {

    public HitRatioCurve {
        points = List.copyOf(points);
    }

    /** Returns the hit ratio at that size: interpolated between tried sizes, and the nearest one's beyond them. */
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

    /** Returns the position between two sizes, by their logarithms. */
    private static double part(HitRatioPoint below, HitRatioPoint above, long capacity) {
        return Math.log((double) capacity / below.capacity()) / Math.log((double) above.capacity() / below.capacity());
    }

    /** Returns the smallest size with at least this hit ratio; empty if no tried size reaches it. */
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
