package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.route.Rule;
import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.Couplings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/** Makes rules of properties, and refuses those that cannot work. */
final class RuleSettings {

    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");

    private RuleSettings() {}

    static Rules rules(LarderProperties properties) {
        return new Rules(
                properties.rules().entrySet().stream()
                        .map(rule -> rule(rule.getKey(), rule.getValue()))
                        .toList(),
                couplings(properties.invalidation()));
    }

    private static Couplings couplings(InvalidationProperties properties) {
        Map<String, Set<String>> direct = properties.couplings().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, pools -> Set.copyOf(pools.getValue())));
        return new Couplings(direct, properties.transitive());
    }

    private static Rule rule(String name, RuleProperties rule) {
        String property = "larder.rules." + name;
        Require.that(
                !rule.paths().isEmpty(), property + ".paths", rule.paths(), "a rule is for some paths", "/users/**");
        List<PathPattern> paths =
                rule.paths().stream().map(path -> path(property, path)).toList();
        Optional<String> pool = Optional.ofNullable(rule.pool());
        pool.ifPresent(template -> checkPool(property + ".pool", template, paths));
        return new Rule(
                name,
                paths,
                pool,
                rule.breadth(),
                Set.copyOf(rule.coupledPools()),
                rule.revalidate() == RuleProperties.Revalidate.ALWAYS);
    }

    private static PathPattern path(String property, String path) {
        Require.that(path.startsWith("/"), property + ".paths", path, "a path begins with a slash", "/users/**");
        try {
            return PathPatternParser.defaultInstance.parse(path);
        } catch (PatternParseException malformed) {
            throw new InvalidPropertyException(
                    property + ".paths", path, "it is no path pattern: " + malformed.getMessage(), "/users/{id}/**");
        }
    }

    private static void checkPool(String property, String template, List<PathPattern> paths) {
        Require.that(!template.isBlank(), property, template, "a pool has a name", "users");
        Matcher variables = VARIABLE.matcher(template);
        while (variables.find()) {
            String variable = variables.group(1);
            Require.that(
                    paths.stream().allMatch(path -> path.getPatternString().contains("{" + variable)),
                    property,
                    template,
                    "not every path of the rule has a variable " + variable,
                    "a variable of all paths of the rule, as in /users/{id}/**");
        }
    }
}
