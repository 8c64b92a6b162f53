package dev.larder.gateway.rule;

import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.ResourcePath;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/**
 * All rules, and which of them is for a request: the one that its route's filter names; else the one that its route's
 * metadata names; else the one that names its route; else the one with the most specific pattern for its path.
 */
public final class RuleSet {

    /** Key of a route's metadata under which it names its rule. */
    public static final String METADATA = "larder-rule";

    private record Match(Pattern pattern, Map<String, String> variables) {}

    private record Pattern(PathPattern path, RequestRule rule) {

        /** Whether this one, as specific as another before it, answers the method and that one does not. */
        boolean answersInstead(String method, Pattern before) {
            return PathPattern.SPECIFICITY_COMPARATOR.compare(path, before.path()) == 0
                    && rule.policy().methods().contains(method)
                    && !before.rule().policy().methods().contains(method);
        }
    }

    private final Map<String, RequestRule> byName = new HashMap<>();
    private final Map<String, RequestRule> byRoute = new HashMap<>();
    private final List<Pattern> patterns;
    private final Set<String> named = ConcurrentHashMap.newKeySet();
    private final RequestRule none;
    private final Couplings couplings;
    private final boolean anyDryRun;

    /**
     * These rules.
     *
     * @param policy where no rule matches
     * @param couplings by which writes reach other pools
     */
    public RuleSet(Collection<RequestRule> rules, CachePolicy policy, Couplings couplings) {
        this(rules, RequestRule.none(policy, false), couplings);
    }

    /**
     * These rules.
     *
     * @param none where no rule matches
     * @param couplings by which writes reach other pools
     */
    public RuleSet(Collection<RequestRule> rules, RequestRule none, Couplings couplings) {
        rules.forEach(rule -> {
            byName.put(rule.name(), rule);
            rule.routes().forEach(route -> byRoute.put(route, rule));
        });
        this.patterns = rules.stream()
                .flatMap(rule -> rule.paths().stream().map(path -> new Pattern(path, rule)))
                .sorted(Comparator.comparing(Pattern::path, PathPattern.SPECIFICITY_COMPARATOR)
                        .thenComparing(pattern -> !pattern.rule().reads()))
                .toList();
        this.none = none;
        this.couplings = couplings;
        this.anyDryRun = none.handling().dryRun()
                || rules.stream().anyMatch(rule -> rule.handling().dryRun());
    }

    /** Whether there is something that is only watched, and forwarded as if there were no cache. */
    public boolean anyDryRun() {
        return anyDryRun;
    }

    /** Which pools writes reach. */
    public Couplings couplings() {
        return couplings;
    }

    /** The rule of this name. */
    public Optional<RequestRule> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of all. */
    public Set<String> names() {
        return Set.copyOf(byName.keySet());
    }

    /** Notes that a route's filter names this rule. */
    public void use(String name) {
        named.add(name);
    }

    /** Names of the rules that no request could ever come under: without path, route or filter that names it. */
    public List<String> unused() {
        return byName.values().stream()
                .filter(rule -> rule.paths().isEmpty() && rule.routes().isEmpty() && !named.contains(rule.name()))
                .map(RequestRule::name)
                .sorted()
                .toList();
    }

    /** What a GET for this target reaches, as far as its path tells. */
    public ResourceTags reach(URI target) {
        return reach("GET", target, Optional.empty());
    }

    /**
     * What a request to this target reaches.
     *
     * @param method by which of two rules with one pattern the one is for it that answers the method
     * @param rule the rule that is for it, whatever its path
     */
    public ResourceTags reach(String method, URI target, Optional<RequestRule> rule) {
        ResourcePath path = ResourcePath.of(Objects.requireNonNullElse(target.getRawPath(), ""));
        if (patterns.isEmpty()) {
            return reach(target, path, rule.orElse(none), Map.of());
        }
        PathContainer parsed = PathContainer.parsePath(path.toString());
        Optional<Match> best = Optional.empty();
        for (Pattern pattern : patterns) {
            if (rule.filter(named -> !named.equals(pattern.rule())).isPresent()) {
                continue;
            }
            PathPattern.PathMatchInfo match = pattern.path().matchAndExtract(parsed);
            if (match != null
                    && (best.isEmpty()
                            || pattern.answersInstead(method, best.get().pattern()))) {
                best = Optional.of(new Match(pattern, match.getUriVariables()));
            }
        }
        return best.map(match -> reach(target, path, match.pattern().rule(), match.variables()))
                .orElseGet(() -> reach(target, path, rule.orElse(none), Map.of()));
    }

    /**
     * The rule that a route has, whatever the path.
     *
     * @param filter name of the rule that the route's filter names
     * @param route its id
     * @param metadata its metadata
     */
    public Optional<RequestRule> ofRoute(Optional<String> filter, String route, Map<String, Object> metadata) {
        return filter.or(() -> Optional.ofNullable(metadata.get(METADATA)).map(String::valueOf))
                .flatMap(this::named)
                .or(() -> Optional.ofNullable(byRoute.get(route)));
    }

    /** The rule of a GET for a target to which a request under this rule goes. */
    public RequestRule ofReads(URI target, RequestRule rule) {
        return rule.reads() ? rule : reach(target).rule();
    }

    private ResourceTags reach(URI target, ResourcePath path, RequestRule rule, Map<String, String> variables) {
        return new ResourceTags(
                ResourceTags.origin(target),
                path,
                rule.invalidation().pool(variables).orElseGet(path::firstSegment),
                rule,
                couplings);
    }
}
