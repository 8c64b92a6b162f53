package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rules;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/** An entry of the store that an operator may mean. */
record Candidate(CacheKey key, CacheKeys.Named named, Rules rules, StoreContents contents) {

    /** That of a key; empty for one that the cache has not made. */
    static Optional<Candidate> of(CacheKey key, Rules rules, StoreContents contents) {
        return CacheKeys.named(key).map(named -> new Candidate(key, named, rules, contents));
    }

    /** The URI that is asked of the origin. */
    URI target() {
        return named.target();
    }

    /** The path of that URI. */
    String rawPath() {
        return path(target());
    }

    Reach reach() {
        return rules.reach(named.method(), target(), rules.named(named.rule()));
    }

    Stamp stamp() {
        return contents.stamp(key).orElse(Stamp.NONE);
    }

    /** The path of a URI; of one without it the root (RFC 9110 4.2.3). */
    static String path(URI uri) {
        String path = Objects.requireNonNullElse(uri.getRawPath(), "");
        return path.isEmpty() ? "/" : path;
    }
}
