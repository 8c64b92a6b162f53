package dev.larder.gateway.connection;

import java.util.ArrayList;
import java.util.List;

/**
 * How early an application or a route allows hits to be answered, and why not earlier.
 *
 * @param level the earliest level at which every response equals that of the gateway
 * @param reasons one sentence for each obstacle to an earlier level
 */
public record HitLevelAssessment(HitLevel level, List<String> reasons) {

    /** No obstacles. */
    static final HitLevelAssessment CLEAR = new HitLevelAssessment(HitLevel.CONNECTION, List.of());

    public HitLevelAssessment {
        reasons = List.copyOf(reasons);
    }

    /** Combines two assessments: the later level, and all reasons. */
    HitLevelAssessment and(HitLevelAssessment other) {
        List<String> all = new ArrayList<>(reasons);
        all.addAll(other.reasons);
        return new HitLevelAssessment(level.compareTo(other.level) < 0 ? level : other.level, all);
    }

    /** Adds an obstacle that allows at most this level. */
    HitLevelAssessment atMost(HitLevel most, String reason) {
        return and(new HitLevelAssessment(most, List.of(reason)));
    }
}
