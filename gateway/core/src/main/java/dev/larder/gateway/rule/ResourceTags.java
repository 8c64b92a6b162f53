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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tags of a request: those that invalidate the response to a read, or that a write invalidates. */
public final class ResourceTags {

    private final TaggedResource resource;
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
        this(resource, rule, new RuleSnapshot(List.of(), rule, couplings, PoolPrefixes.NONE), Map.of());
    }

    /** @param variables those of the rule's pattern in the path */
    ResourceTags(TaggedResource resource, RequestRule rule, RuleSnapshot rules, Map<String, String> variables) {
        this.resource = resource;
        this.rule = rule;
        this.rules = rules;
        this.variables = variables;
    }

    /** Returns scheme and authority of a target, the scope of cache groups. */
    static String origin(URI target) {
        return (target.getScheme() + "://" + Objects.requireNonNullElse(target.getRawAuthority(), ""))
                .toLowerCase(Locale.ROOT);
    }

    /** Returns scheme and authority of the target. */
    public String origin() {
        return resource.origin();
    }

    /** Returns the path of the target. */
    public ResourcePath path() {
        return resource.path();
    }

    /** Returns the pool it belongs to. */
    public String pool() {
        return resource.pool();
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
        return resource.ofResponse();
    }

    /** Returns a stamp with these tags; its epoch is meaningless. */
    public EpochStamp stampOfResponse() {
        EpochStamp stamp = stampOfResponse;
        if (stamp == null) {
            stamp = resource.stampOfResponse();
            stampOfResponse = stamp;
        }
        return stamp;
    }

    /** Returns the path of the pool that it belongs to unless a rule names one, such as {@code /api/v1/users}. */
    public String defaultPoolPath() {
        return path().prefix(resource.poolDepth());
    }

    /** Returns the tags that a write with this scope invalidates in its own pool. */
    public Set<CacheTag> ofWrite(InvalidationScope scope) {
        return resource.ofWrite(scope);
    }

    /** Returns the tags that two writes share if the later one must not overtake the other. */
    public Set<CacheTag> ofOrderedWrite() {
        return coupled(resource.ofOrderedWrite(rule.invalidationScope()));
    }

    /** Returns the tags that a write invalidates, without those that its response names. */
    public Set<CacheTag> ofWrite() {
        return coupled(ofWrite(rule.invalidationScope()));
    }

    /**
     * Returns the tags that a write must invalidate at its end beside those of its beginning: rules that have come into force
     * meanwhile may cover more, of which responses have been stored before its origin had it.
     */
    public Set<CacheTag> ofWriteByNow(String method, URI target) {
        RuleSnapshot now = rules.latest();
        if (now == rules || now.invalidatesLike(rules)) {
            return Set.of();
        }
        return now.ofWrite(method, target, rule.name());
    }

    private Set<CacheTag> coupled(Set<CacheTag> tags) {
        rules.couplings()
                .reached(pool(), rule.invalidation().coupledPools(variables))
                .forEach(coupled -> tags.add(CacheTags.pool(coupled)));
        return tags;
    }
}
