package dev.larder.gateway.rule;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.ResourcePath;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a request reaches: a read what can make its response wrong, a write what it makes wrong. */
public final class ResourceTags {

    private final String origin;
    private final ResourcePath path;
    private final String pool;
    private final RequestRule rule;
    private final Couplings couplings;
    private Set<CacheTag> ofResponse = Set.of();
    private @Nullable EpochStamp stampOfResponse;

    /**
     * What one request reaches.
     *
     * @param origin scheme and authority of the target
     * @param path the path of the target
     * @param pool the pool it belongs to
     * @param rule the rule that is for it
     * @param couplings which pools a write reaches from there
     */
    public ResourceTags(String origin, ResourcePath path, String pool, RequestRule rule, Couplings couplings) {
        this.origin = origin;
        this.path = path;
        this.pool = pool;
        this.rule = rule;
        this.couplings = couplings;
    }

    /** Scheme and authority of a target: what cache groups are scoped to. */
    static String origin(URI target) {
        return (target.getScheme() + "://" + Objects.requireNonNullElse(target.getRawAuthority(), ""))
                .toLowerCase(Locale.ROOT);
    }

    /** Scheme and authority of the target. */
    public String origin() {
        return origin;
    }

    /** The path of the target. */
    public ResourcePath path() {
        return path;
    }

    /** The pool it belongs to. */
    public String pool() {
        return pool;
    }

    /** The rule that is for it. */
    public RequestRule rule() {
        return rule;
    }

    /** The tags of a response to a read, but for those it names itself. */
    public Set<CacheTag> ofResponse() {
        Set<CacheTag> tags = ofResponse;
        if (tags.isEmpty()) {
            tags = Set.copyOf(CacheTags.ofResponse(origin, path, pool));
            ofResponse = tags;
        }
        return tags;
    }

    /** A stamp with these tags; its epoch says nothing. */
    public EpochStamp stampOfResponse() {
        EpochStamp stamp = stampOfResponse;
        if (stamp == null) {
            stamp = EpochStamp.of(0, ofResponse());
            stampOfResponse = stamp;
        }
        return stamp;
    }

    /** The tags of what a write makes wrong, but for those its response names. */
    public Set<CacheTag> ofWrite() {
        Set<CacheTag> tags = CacheTags.ofWrite(rule.invalidationScope(), origin, path, pool);
        couplings
                .reached(pool, rule.invalidation().coupledPools())
                .forEach(coupled -> tags.add(CacheTags.pool(coupled)));
        return tags;
    }
}
