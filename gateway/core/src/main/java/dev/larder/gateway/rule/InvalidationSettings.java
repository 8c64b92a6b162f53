package dev.larder.gateway.rule;

import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.SegmentGlobs;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What writes invalidate under a rule.
 *
 * @param pool the pool of its responses, in which {@code {variable}} stands for a variable of the pattern; empty for the segment
 *     of the path that names the default pool
 * @param invalidationScope part of its pool that a write invalidates
 * @param coupledPools pools that its writes invalidate in addition to those of the couplings, with variables as in {@code
 *     pool}
 * @param items which segments are items of a collection beside those that look like one
 * @param contentPools the pools of its responses by what their content names
 */
public record InvalidationSettings(
        Optional<String> pool,
        InvalidationScope invalidationScope,
        Set<String> coupledPools,
        SegmentGlobs items,
        ContentPools contentPools) {

    /** The collection written to, within the default pool, and the pools of the couplings. */
    public static final InvalidationSettings PLAIN = new InvalidationSettings(
            Optional.empty(), InvalidationScope.COLLECTION, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);

    /** A variable in the name of a pool; its first group is the variable's name. */
    public static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");

    public InvalidationSettings {
        coupledPools = Set.copyOf(coupledPools);
    }

    /** Returns the pool of a path that the rule matches with these variables. */
    Optional<String> pool(Map<String, String> variables) {
        return pool.map(template -> named(template, variables));
    }

    /** Returns the pools that a write to such a path invalidates in addition; all that a variable may stand for if it is unknown. */
    Set<String> coupledPools(Map<String, String> variables) {
        return coupledPools.stream()
                .map(template -> VARIABLE.matcher(named(template, variables)).replaceAll(ContentPools.ANY))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String named(String template, Map<String, String> variables) {
        String name = template;
        for (var variable : variables.entrySet()) {
            name = name.replace("{" + variable.getKey() + "}", ResourcePath.canonical(variable.getValue()));
        }
        return name;
    }
}
