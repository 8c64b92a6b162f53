package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/** An entry of the store that an operator may mean. */
record EntryReference(CacheKey key, CacheKeys.KeyComponents named, RuleSet rules, StoreContents contents) {

    /** That of a key; empty for one that the cache has not made. */
    static Optional<EntryReference> of(CacheKey key, RuleSet rules, StoreContents contents) {
        return CacheKeys.named(key).map(named -> new EntryReference(key, named, rules, contents));
    }

    /** The URI that is asked of the origin. */
    URI target() {
        return named.target();
    }

    /** The path of that URI. */
    String rawPath() {
        return path(target());
    }

    ResourceTags resourceTags() {
        return rules.reach(named.method(), target(), rules.named(named.rule()));
    }

    EpochStamp stamp() {
        return contents.stamp(key).orElse(EpochStamp.NONE);
    }

    /** The path of a URI; of one without it the root (RFC 9110 4.2.3). */
    static String path(URI uri) {
        String path = Objects.requireNonNullElse(uri.getRawPath(), "");
        return path.isEmpty() ? "/" : path;
    }
}
