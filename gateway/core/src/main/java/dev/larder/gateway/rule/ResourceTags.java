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

/** The tags of a request: those that invalidate the response to a read, or that a write invalidates. */
public final class ResourceTags {

    private final String origin;
    private final ResourcePath path;
    private final String pool;
    private final RequestRule rule;
    private final Couplings couplings;
    private @Nullable EpochStamp stampOfResponse;

    /**
     * Creates the tags of one request.
     *
     * @param origin scheme and authority of the target
     * @param path the path of the target
     * @param pool the pool it belongs to
     * @param rule the rule that applies
     * @param couplings which other pools its writes invalidate
     */
    public ResourceTags(String origin, ResourcePath path, String pool, RequestRule rule, Couplings couplings) {
        this.origin = origin;
        this.path = path;
        this.pool = pool;
        this.rule = rule;
        this.couplings = couplings;
    }

    /** Returns scheme and authority of a target, the scope of cache groups. */
    static String origin(URI target) {
        return (target.getScheme() + "://" + Objects.requireNonNullElse(target.getRawAuthority(), ""))
                .toLowerCase(Locale.ROOT);
    }

    /** Returns scheme and authority of the target. */
    public String origin() {
        return origin;
    }

    /** Returns the path of the target. */
    public ResourcePath path() {
        return path;
    }

    /** Returns the pool it belongs to. */
    public String pool() {
        return pool;
    }

    /** Returns the rule that applies. */
    public RequestRule rule() {
        return rule;
    }

    /** Returns the tags of a response to a read, without those that the response itself names. */
    public Set<CacheTag> ofResponse() {
        return CacheTags.ofResponse(origin, path, pool);
    }

    /** Returns a stamp with these tags; its epoch is meaningless. */
    public EpochStamp stampOfResponse() {
        EpochStamp stamp = stampOfResponse;
        if (stamp == null) {
            stamp = CacheTags.stampOfResponse(origin, path, pool);
            stampOfResponse = stamp;
        }
        return stamp;
    }

    /** Returns the tags that a write invalidates, without those that its response names. */
    public Set<CacheTag> ofWrite() {
        Set<CacheTag> tags = CacheTags.ofWrite(rule.invalidationScope(), origin, path, pool);
        couplings
                .reached(pool, rule.invalidation().coupledPools())
                .forEach(coupled -> tags.add(CacheTags.pool(coupled)));
        return tags;
    }
}
