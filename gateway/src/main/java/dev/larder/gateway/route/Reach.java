package dev.larder.gateway.route;

import dev.larder.cache.spi.Tag;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.Tags;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * What a request reaches: a read what can make its response wrong, a write what it makes wrong.
 *
 * @param origin scheme and authority of the target
 * @param path the path of the target
 * @param pool the pool it belongs to
 * @param rule the rule that is for it
 * @param couplings which pools a write reaches from there
 */
public record Reach(String origin, ResourcePath path, String pool, Rule rule, Couplings couplings) {

    /** Scheme and authority of a target: what cache groups are scoped to. */
    static String origin(URI target) {
        return (target.getScheme() + "://" + Objects.requireNonNullElse(target.getRawAuthority(), ""))
                .toLowerCase(Locale.ROOT);
    }

    /** The tags of a response to a read, but for those it names itself. */
    public Set<Tag> ofResponse() {
        return Tags.ofResponse(origin, path, pool);
    }

    /** The tags of what a write makes wrong, but for those its response names. */
    public Set<Tag> ofWrite() {
        Set<Tag> tags = Tags.ofWrite(rule.breadth(), origin, path, pool);
        couplings.reached(pool, rule.coupledPools()).forEach(coupled -> tags.add(Tags.pool(coupled)));
        return tags;
    }
}
