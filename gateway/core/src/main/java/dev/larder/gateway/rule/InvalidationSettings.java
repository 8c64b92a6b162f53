package dev.larder.gateway.rule;

import dev.larder.invalidation.InvalidationScope;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far writes reach under a rule.
 *
 * @param pool the pool of its responses, in which {@code {variable}} stands for a variable of the pattern; empty for the
 *     first segment of the path
 * @param invalidationScope part of its pool that a write invalidates
 * @param coupledPools pools that its writes make wrong beside those the couplings name
 */
public record InvalidationSettings(
        Optional<String> pool, InvalidationScope invalidationScope, Set<String> coupledPools) {

    /** The first segment of the path, all of it, and what the couplings name. */
    public static final InvalidationSettings PLAIN =
            new InvalidationSettings(Optional.empty(), InvalidationScope.POOL, Set.of());

    public InvalidationSettings {
        coupledPools = Set.copyOf(coupledPools);
    }

    /** The pool of a path that the rule matches with these variables. */
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
