package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.rule.NamedTarget;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.gateway.store.CacheKeys;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** An entry of the store that an operator may select. */
record EntryReference(CacheKey key, CacheKeys.KeyComponents named, RuleSet rules, StoreContents contents) {

    /** Creates a reference to the entry of a key; empty for a key that the cache has not created. */
    static Optional<EntryReference> of(CacheKey key, RuleSet rules, StoreContents contents) {
        return CacheKeys.named(key).map(named -> new EntryReference(key, named, rules, contents));
    }

    /** Returns the URI that is forwarded to the origin. */
    URI target() {
        return named.target();
    }

    /** Returns the paths by which it is known: the one that is forwarded, and the one that clients request. */
    Set<String> rawPaths() {
        return new LinkedHashSet<>(List.of(path(target()), named.requested()));
    }

    ResourceTags resourceTags() {
        return rules.reach(new NamedTarget(named.method(), target(), named.requested()), rules.named(named.rule()));
    }

    /** Returns whether the rules in force still store under this key. */
    boolean isCurrent() {
        RuleSnapshot current = rules.current();
        String now = current.named(named.rule()).orElse(current.none()).revision();
        return CacheKeys.revision(key).equals(now);
    }

    EpochStamp stamp() {
        return contents.stamp(key).orElse(EpochStamp.NONE);
    }

    /** Returns the path of a URI; the root if it has none (RFC 9110 4.2.3). */
    static String path(URI uri) {
        String path = Objects.requireNonNullElse(uri.getRawPath(), "");
        return path.isEmpty() ? "/" : path;
    }
}
