package dev.larder.gateway.rule;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tags of a request: those that invalidate the response to a read, or that a write invalidates. */
public final class ResourceTags {

    private static final String BEFORE_SUFFIX = ":.,;";

    /** An id may have such characters, too, as mail addresses and versions have; what has more of them is none. */
    private static final int MAX_SUFFIXES = 16;

    private final List<TaggedResource> resources;
    private final NamedTarget target;
    private final RequestRule rule;
    private final RuleSnapshot rules;
    private final Map<String, String> variables;
    private @Nullable EpochStamp stampOfResponse;

    /**
     * Creates the tags of one request.
     *
     * @param resource its target
     * @param rule the rule that applies
     * @param couplings which other pools its writes invalidate
     */
    public ResourceTags(TaggedResource resource, RequestRule rule, Couplings couplings) {
        this(
                List.of(resource),
                new NamedTarget("GET", URI.create("")),
                rule,
                new RuleSnapshot(List.of(), rule, couplings, PoolPrefixes.NONE),
                Map.of());
    }

    private ResourceTags(
            List<TaggedResource> resources,
            NamedTarget target,
            RequestRule rule,
            RuleSnapshot rules,
            Map<String, String> variables) {
        this.resources = resources;
        this.target = target;
        this.rule = rule;
        this.rules = rules;
        this.variables = variables;
    }

    /**
     * Returns the tags of a request to this target under these rules.
     *
     * @param rule the rule that applies, whatever its path
     */
    public static ResourceTags of(RuleSnapshot rules, NamedTarget target, Optional<RequestRule> rule) {
        RuleSnapshot.Match match = rules.match(target, rule);
        return new ResourceTags(rules.resources(target, match), target, match.rule(), rules, match.variables());
    }

    /**
     * Returns the tags that a write invalidates under these rules, of which another rule applied when it began: those of the rule
     * for its path, of the rule that has the other's name now, and of each that applies to a route, which may be the write's.
     *
     * @param before the name of the other rule
     */
    public static Set<CacheTag> ofWriteUnder(RuleSnapshot rules, NamedTarget target, String before) {
        Set<CacheTag> tags = new HashSet<>(of(rules, target, Optional.empty()).ofWrite());
        rules.ofAnyRoute(before)
                .forEach(
                        rule -> tags.addAll(of(rules, target, Optional.of(rule)).ofWrite()));
        return tags;
    }

    private TaggedResource forwarded() {
        return resources.get(0);
    }

    /** Returns the path of the target that is forwarded. */
    public ResourcePath path() {
        return forwarded().path();
    }

    /** Returns the pool it belongs to; the one that the forwarded path names, if the client's path names another. */
    public String pool() {
        return forwarded().pool();
    }

    /** Returns the rule that applies. */
    public RequestRule rule() {
        return rule;
    }

    /** Returns all rules that the request sees, from its head to its end. */
    public RuleSnapshot rules() {
        return rules;
    }

    /** Returns the rule of a GET for the target of the request. */
    public RequestRule ruleOfReads(URI target) {
        return rules.ofReads(target, rule);
    }

    /** Returns the tags of a response to a read, without those that the response itself names. */
    public Set<CacheTag> ofResponse() {
        return resources.size() == 1 ? forwarded().ofResponse() : all(TaggedResource::ofResponse);
    }

    /** Returns a stamp with these tags; its epoch is meaningless. */
    public EpochStamp stampOfResponse() {
        EpochStamp stamp = stampOfResponse;
        if (stamp == null) {
            stamp = forwarded().stampOfResponse();
            for (TaggedResource other : resources.subList(1, resources.size())) {
                stamp = stamp.and(other.stampOfResponse());
            }
            stampOfResponse = stamp;
        }
        return stamp;
    }

    /** Returns the path of the pool that it belongs to unless a rule names one, such as {@code /api/v1/users}. */
    public String defaultPoolPath() {
        return path().prefix(forwarded().poolDepth());
    }

    /** Returns the tags that a write with this scope invalidates in its own pool. */
    public Set<CacheTag> ofWrite(InvalidationScope scope) {
        return withItem(scope, all(resource -> resource.ofWrite(scope)));
    }

    /** Returns the tags that two writes share if the later one must not overtake the other. */
    public Set<CacheTag> ofOrderedWrite() {
        InvalidationScope scope = rule.invalidationScope();
        return coupled(withItem(scope, all(resource -> resource.ofOrderedWrite(scope))));
    }

    /**
     * Returns the tags by which later writes find one that is acknowledged, beside those that it invalidates. What invalidates the
     * paths of its collections is found by these.
     */
    public Set<CacheTag> ofAcknowledgedWrite() {
        return switch (rule.invalidationScope()) {
            case COLLECTION, HIERARCHY -> Set.of();
            case POOL, PATH, GROUPS -> all(TaggedResource::ofAcknowledgedWrite);
        };
    }

    /** Returns the tags that a write invalidates, without those that its response names. */
    public Set<CacheTag> ofWrite() {
        return coupled(ofWrite(rule.invalidationScope()));
    }

    /**
     * Returns the tags that a write must invalidate at its end beside those of its beginning: rules that have come into force
     * meanwhile may cover more, of which responses have been stored before its origin had it.
     */
    public Set<CacheTag> ofWriteByNow() {
        RuleSnapshot now = rules.latest();
        if (now == rules || now.hasSameInvalidation(rules)) {
            return Set.of();
        }
        return ofWriteUnder(now, target, rule.name());
    }

    /** Returns the tags of the paths of a URI that the origin names in its response, as it names this target. */
    public Set<CacheTag> ofNamed(URI named, URI target) {
        Set<CacheTag> tags = new HashSet<>();
        for (ResourcePath path : this.target.paths(named, target)) {
            tags.add(CacheTags.path(path));
        }
        return tags;
    }

    /** Returns the tags that the request invalidates if it writes to this URI too, which it names as it names this target. */
    public Set<CacheTag> ofDestination(URI destination, URI target) {
        Set<CacheTag> tags = ofNamed(destination, target);
        Stream.concat(
                        Stream.of(destination),
                        this.target.paths(destination, target).stream().flatMap(ResourceTags::asUri))
                .forEach(uri ->
                        tags.addAll(ofWriteUnder(rules, new NamedTarget(this.target.method(), uri), rule.name())));
        return tags;
    }

    private static Stream<URI> asUri(ResourcePath path) {
        try {
            return Stream.of(new URI(null, null, path.toString(), null));
        } catch (URISyntaxException noPath) {
            return Stream.empty();
        }
    }

    private Set<CacheTag> all(Function<TaggedResource, Set<CacheTag>> ofEach) {
        Set<CacheTag> tags = new HashSet<>();
        resources.forEach(resource -> tags.addAll(ofEach.apply(resource)));
        return tags;
    }

    /** Adds the pool that the item without its suffix names, if the scope is the pool. */
    private Set<CacheTag> withItem(InvalidationScope scope, Set<CacheTag> tags) {
        if (scope == InvalidationScope.POOL) {
            poolOfItem().map(CacheTags::pool).forEach(tags::add);
        }
        return tags;
    }

    private Stream<String> poolOfItem() {
        return variablesOfItem().flatMap(ofItem -> rule.invalidation().pool(ofItem).stream());
    }

    /**
     * Returns the variables without what may be a verb or an ending in the last segment, as in {@code /users/5:close} and {@code
     * /users/5.json}: by each place where it may begin.
     */
    private Stream<Map<String, String>> variablesOfItem() {
        if (variables.isEmpty()) {
            return Stream.empty();
        }
        String written = path().toString();
        return variables.values().stream()
                .filter(value -> written.endsWith("/" + value))
                .distinct()
                .flatMap(segment -> ends(segment).mapToObj(end -> item(segment, segment.substring(0, end))));
    }

    /** The first of all places, and the last ones. */
    private static IntStream ends(String segment) {
        int[] all = IntStream.range(1, segment.length())
                .filter(end -> BEFORE_SUFFIX.indexOf(segment.charAt(end)) >= 0)
                .toArray();
        return IntStream.range(0, all.length)
                .filter(place -> place == 0 || place > all.length - MAX_SUFFIXES)
                .map(place -> all[place]);
    }

    private Map<String, String> item(String segment, String id) {
        Map<String, String> ofItem = new HashMap<>(variables);
        ofItem.replaceAll((name, value) -> value.equals(segment) ? id : value);
        return ofItem;
    }

    private Set<CacheTag> coupled(Set<CacheTag> tags) {
        if (rule.invalidation().coupledPools().isEmpty()
                && rules.couplings().direct().isEmpty()) {
            return tags;
        }
        Set<String> named = new HashSet<>(rule.invalidation().coupledPools(variables));
        variablesOfItem().forEach(ofItem -> named.addAll(rule.invalidation().coupledPools(ofItem)));
        Stream.concat(resources.stream().map(TaggedResource::pool), poolOfItem())
                .distinct()
                .flatMap(pool -> rules.couplings().reached(pool, named).stream())
                .forEach(coupled -> tags.add(CacheTags.pool(coupled)));
        return tags;
    }
}
