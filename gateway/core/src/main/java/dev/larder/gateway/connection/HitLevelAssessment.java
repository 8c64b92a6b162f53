package dev.larder.gateway.connection;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

    /** Combines two assessments: the later level, and all reasons, each once. */
    HitLevelAssessment and(HitLevelAssessment other) {
        Set<String> all = new LinkedHashSet<>(reasons);
        all.addAll(other.reasons);
        return new HitLevelAssessment(level.compareTo(other.level) < 0 ? level : other.level, List.copyOf(all));
    }

    /** Adds obstacles, each of which allows at most this level; none changes nothing. */
    HitLevelAssessment atMost(HitLevel most, Collection<String> obstacles) {
        return obstacles.isEmpty() ? this : and(new HitLevelAssessment(most, List.copyOf(obstacles)));
    }

    /** Adds an obstacle that allows at most this level. */
    HitLevelAssessment atMost(HitLevel most, String obstacle) {
        return atMost(most, List.of(obstacle));
    }
}
