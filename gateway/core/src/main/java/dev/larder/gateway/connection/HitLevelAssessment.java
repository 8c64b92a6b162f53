package dev.larder.gateway.connection;

import java.util.ArrayList;
import java.util.List;

/**
 * How early hits can be answered as far as one thing is concerned, an application or a route, and why not earlier.
 *
 * @param level the earliest level at which every answer is the same as at the gateway's
 * @param reasons one sentence for each thing that stands in the way of an earlier one
 */
public record HitLevelAssessment(HitLevel level, List<String> reasons) {

    /** Nothing stands in the way. */
    static final HitLevelAssessment CLEAR = new HitLevelAssessment(HitLevel.CONNECTION, List.of());

    public HitLevelAssessment {
        reasons = List.copyOf(reasons);
    }

    /** What holds where both do. */
    HitLevelAssessment and(HitLevelAssessment other) {
        List<String> all = new ArrayList<>(reasons);
        all.addAll(other.reasons);
        return new HitLevelAssessment(level.compareTo(other.level) < 0 ? level : other.level, all);
    }

    /** This one, and something that allows this level and no earlier one. */
    HitLevelAssessment atMost(HitLevel most, String reason) {
        return and(new HitLevelAssessment(most, List.of(reason)));
    }
}
