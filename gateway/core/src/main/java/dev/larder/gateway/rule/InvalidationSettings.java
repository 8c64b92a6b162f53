package dev.larder.gateway.rule;

import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.SegmentGlobs;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What writes invalidate under a rule.
 *
 * @param pool the pool of its responses, in which {@code {variable}} stands for a variable of the pattern; empty for the segment
 *     of the path that names the default pool
 * @param invalidationScope part of its pool that a write invalidates
 * @param coupledPools pools that its writes invalidate in addition to those of the couplings
 * @param items which segments are items of a collection beside those that look like one
 */
public record InvalidationSettings(
        Optional<String> pool, InvalidationScope invalidationScope, Set<String> coupledPools, SegmentGlobs items) {

    /** The collection written to, within the default pool, and the pools of the couplings. */
    public static final InvalidationSettings PLAIN =
            new InvalidationSettings(Optional.empty(), InvalidationScope.COLLECTION, Set.of(), SegmentGlobs.NONE);

    public InvalidationSettings {
        coupledPools = Set.copyOf(coupledPools);
    }

    /** Returns the pool of a path that the rule matches with these variables. */
    Optional<String> pool(Map<String, String> variables) {
        return pool.map(template -> {
            String name = template;
            for (var variable : variables.entrySet()) {
                name = name.replace("{" + variable.getKey() + "}", variable.getValue());
            }
            return name;
        });
    }
}
