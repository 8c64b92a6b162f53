package dev.larder.gateway.route;

import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.ResourcePath;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/** All rules, and which of them is for a path: the one with the most specific pattern. */
public final class Rules {

    private record Pattern(PathPattern path, Rule rule) {}

    private final List<Pattern> patterns;
    private final Couplings couplings;

    /** These rules; writes reach other pools by these couplings. */
    public Rules(Collection<Rule> rules, Couplings couplings) {
        this.patterns = rules.stream()
                .flatMap(rule -> rule.paths().stream().map(path -> new Pattern(path, rule)))
                .sorted(Comparator.comparing(Pattern::path, PathPattern.SPECIFICITY_COMPARATOR))
                .toList();
        this.couplings = couplings;
    }

    /** Which pools writes reach. */
    public Couplings couplings() {
        return couplings;
    }

    /** What a request to this target reaches. */
    public Reach reach(URI target) {
        String rawPath = Objects.requireNonNullElse(target.getRawPath(), "");
        ResourcePath path = ResourcePath.of(rawPath);
        PathContainer parsed = PathContainer.parsePath(rawPath);
        for (Pattern pattern : patterns) {
            PathPattern.PathMatchInfo match = pattern.path().matchAndExtract(parsed);
            if (match != null) {
                return reach(target, path, pattern.rule(), match.getUriVariables());
            }
        }
        return reach(target, path, Rule.NONE, Map.of());
    }

    private Reach reach(URI target, ResourcePath path, Rule rule, Map<String, String> variables) {
        return new Reach(
                Reach.origin(target), path, rule.pool(variables).orElseGet(path::firstSegment), rule, couplings);
    }
}
