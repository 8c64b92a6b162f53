package dev.larder.gateway.rule;

import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Rules that are in force together; they never change. The rule for a request is the first of: the rule named by the route's filter; by the
 * route's metadata; the rule that names the route; the rule with the most specific pattern for the path. A request takes one
 * snapshot of its {@link RuleSet} and uses no other until its end.
 */
public final class RuleSnapshot {

    /** Key of the route metadata that names a rule. */
    public static final String METADATA = "larder-rule";

    /**
     * The rule for a request.
     *
     * @param variables those of the rule's pattern in the path
     */
    record Match(RequestRule rule, Map<String, String> variables) {}

    private record Pattern(PathPattern path, RequestRule rule) {

        /** Returns whether this pattern, as specific as an earlier one, answers the method and that one does not. */
        boolean shouldReplace(String method, Pattern before) {
            return PathPattern.SPECIFICITY_COMPARATOR.compare(path, before.path()) == 0
                    && rule.policy().methods().contains(method)
                    && !before.rule().policy().methods().contains(method);
        }
    }

    private final Map<String, RequestRule> byName = new HashMap<>();
    private final Map<String, RequestRule> byRoute = new HashMap<>();
    private final List<Pattern> patterns;
    private final RequestRule none;
    private final Couplings couplings;
    private final PoolPrefixes prefixes;
    private final boolean anyDryRun;
    private final String writes;
    private volatile @Nullable InForce inForce;

    /**
     * Creates a snapshot of these rules as they are.
     *
     * @param none rule where no other matches
     * @param couplings pools that writes to other pools invalidate
     * @param prefixes with what paths begin before what names their pools
     */
    public RuleSnapshot(Collection<RequestRule> rules, RequestRule none, Couplings couplings, PoolPrefixes prefixes) {
        rules.forEach(rule -> {
            byName.put(rule.name(), rule);
            rule.routes().forEach(route -> byRoute.put(route, rule));
        });
        this.patterns = rules.stream()
                .flatMap(rule -> rule.paths().stream().map(path -> new Pattern(path, rule)))
                .sorted(Comparator.comparing(Pattern::path, PathPattern.SPECIFICITY_COMPARATOR)
                        .thenComparing(pattern -> !pattern.rule().isGetCacheable())
                        .thenComparing(pattern -> pattern.rule().name()))
                .toList();
        this.none = none;
        this.couplings = couplings;
        this.prefixes = prefixes;
        this.anyDryRun = none.handling().dryRun()
                || rules.stream().anyMatch(rule -> rule.handling().dryRun());
        this.writes = RuleDigest.ofWrites(rules, couplings, prefixes);
    }

    /** Creates a snapshot of these rules with their {@link RequestRule#revision}s. */
    public static RuleSnapshot revised(
            Collection<RequestRule> rules, RequestRule none, Couplings couplings, PoolPrefixes prefixes) {
        String writes = RuleDigest.ofWrites(rules, couplings, prefixes);
        return new RuleSnapshot(
                rules.stream()
                        .map(rule -> rule.withRevision(RuleDigest.of(rule, writes)))
                        .toList(),
                none.withRevision(RuleDigest.of(none, writes)),
                couplings,
                prefixes);
    }

    /** The rules in force. */
    static final class InForce {

        private volatile RuleSnapshot rules;

        InForce(RuleSnapshot initial) {
            this.rules = initial;
        }

        RuleSnapshot get() {
            return rules;
        }

        void set(RuleSnapshot next) {
            rules = next;
        }
    }

    /** Records where the rules in force are found, so that old ones keep no others alive. */
    void heldBy(InForce holder) {
        inForce = holder;
    }

    /** Returns the rules in force by now. */
    RuleSnapshot latest() {
        InForce holder = inForce;
        return holder == null ? this : holder.get();
    }

    /** Returns the digest of what decides which tags writes invalidate, the same after each start. */
    public long ofWrites() {
        return ByteBuffer.wrap(Base64.getUrlDecoder().decode(writes)).getLong();
    }

    /** Returns whether each write invalidates under both snapshots the same. */
    public boolean hasSameInvalidation(RuleSnapshot other) {
        return writes.equals(other.writes);
    }

    /** Returns whether any requests are in dry-run mode. */
    public boolean hasDryRun() {
        return anyDryRun;
    }

    /** Returns the couplings of pools. */
    public Couplings couplings() {
        return couplings;
    }

    /** Returns the rule of this name. */
    public Optional<RequestRule> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Returns the names of all rules. */
    public Set<String> names() {
        return Set.copyOf(byName.keySet());
    }

    /** Returns the rule where no other matches. */
    public RequestRule none() {
        return none;
    }

    /**
     * Returns the names of rules that cannot apply to any request: without path, route or filter that names it.
     *
     * @param named names of rules that filters of routes name
     */
    List<String> unused(Set<String> named) {
        return byName.values().stream()
                .filter(rule -> rule.paths().isEmpty() && rule.routes().isEmpty() && !named.contains(rule.name()))
                .map(RequestRule::name)
                .sorted()
                .toList();
    }

    /**
     * Returns the rule for a request to this target.
     *
     * @param rule the rule that applies, whatever its path
     */
    Match match(NamedTarget target, Optional<RequestRule> rule) {
        Match best = new Match(rule.orElse(none), Map.of());
        if (patterns.isEmpty()) {
            return best;
        }
        // Parsing decodes, which has been done.
        PathContainer parsed = PathContainer.parsePath(target.path().toString().replace("%", "%25"));
        Pattern matching = null;
        for (Pattern pattern : patterns) {
            if (rule.filter(named -> !named.equals(pattern.rule())).isPresent()) {
                continue;
            }
            PathPattern.PathMatchInfo match = pattern.path().matchAndExtract(parsed);
            if (match != null && (matching == null || pattern.shouldReplace(target.method(), matching))) {
                matching = pattern;
                best = new Match(pattern.rule(), match.getUriVariables());
            }
        }
        return best;
    }

    /** Returns the rule of this name and each that applies to a route. */
    Stream<RequestRule> ofAnyRoute(String named) {
        return Stream.concat(named(named).stream(), byRoute.values().stream()).distinct();
    }

    /**
     * Returns the rule of a route, whatever the path.
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

    /** Returns the rule of a GET for the target of a request under this rule. */
    public RequestRule ofReads(URI target, RequestRule rule) {
        return rule.isGetCacheable()
                ? rule
                : match(new NamedTarget("GET", target), Optional.empty()).rule();
    }

    /** Returns a target under the rule that applies, by each of its paths, that which is forwarded first. */
    List<TaggedResource> resources(NamedTarget target, Match match) {
        InvalidationSettings settings = match.rule().invalidation();
        Optional<String> pool = settings.pool(match.variables());
        List<ResourcePath> paths = target.paths();
        if (paths.size() == 1) {
            return List.of(resource(paths.get(0), pool, settings));
        }
        return paths.stream().map(path -> resource(path, pool, settings)).toList();
    }

    private TaggedResource resource(ResourcePath path, Optional<String> pool, InvalidationSettings settings) {
        int depth = prefixes.depth(path, settings.items());
        return new TaggedResource(path, pool.orElseGet(() -> PoolPrefixes.pool(path, depth)), depth, settings.items());
    }
}
