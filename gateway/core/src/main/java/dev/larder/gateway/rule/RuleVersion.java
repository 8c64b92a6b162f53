package dev.larder.gateway.rule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Rules that are or were in force.
 *
 * @param number counts from 1 at each start
 * @param since when they came into force
 * @param source what has put them in force
 * @param by name of the operator, if one has and is known
 * @param changes what differs from the version before, such as {@code changed users}
 * @param droppedAll whether everything stored before is dropped, because writes invalidate otherwise than before
 */
public record RuleVersion(
        int number,
        Instant since,
        RuleSource source,
        Optional<String> by,
        List<String> changes,
        boolean droppedAll,
        CheckedRules rules) {

    public RuleVersion {
        changes = List.copyOf(changes);
    }
}
