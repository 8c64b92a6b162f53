package dev.larder.gateway.route;

import dev.larder.invalidation.Breadth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.util.pattern.PathPattern;

/**
 * What is done with requests whose path matches.
 *
 * @param name the rule's name in the configuration
 * @param paths patterns of the paths it is for, as they are forwarded
 * @param pool the pool of its responses, in which {@code {variable}} stands for a variable of the pattern; empty for the
 *     first segment of the path
 * @param breadth how much of its pool a write makes wrong
 * @param coupledPools pools that its writes make wrong beside those the couplings name
 * @param alwaysValidate whether the origin is asked before a stored response is used
 */
public record Rule(
        String name,
        List<PathPattern> paths,
        Optional<String> pool,
        Breadth breadth,
        Set<String> coupledPools,
        boolean alwaysValidate) {

    /** What is done where no rule matches. */
    public static final Rule NONE = new Rule("", List.of(), Optional.empty(), Breadth.POOL, Set.of(), false);

    public Rule {
        paths = List.copyOf(paths);
        coupledPools = Set.copyOf(coupledPools);
    }

    /** The pool of a path that this rule matches with these variables. */
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
