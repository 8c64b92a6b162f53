package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes cache keys (RFC 9111 2). The key holds the whole target as it is forwarded, so equal keys mean equal forwarded
 * targets, and the authority the client named. GET and HEAD share keys.
 */
public final class CacheKeys {

    private static final int RESOURCE = 2;
    private static final int PARTS = 6;

    private CacheKeys() {}

    /**
     * What a key names.
     *
     * @param authority the authority that clients name, in lower case, without the default port
     * @param target the absolute URI that requests are forwarded to
     */
    public record Named(String authority, URI target) {}

    /**
     * The key of a GET or HEAD request.
     *
     * @param authority the Host field of the client's request
     * @param target the absolute URI the request is forwarded to
     */
    public static CacheKey of(String authority, URI target) {
        return CacheKey.of(
                "GET",
                normalised(authority, target.getScheme()),
                target.getScheme(),
                normalised(Objects.requireNonNullElse(target.getRawAuthority(), ""), target.getScheme()),
                Objects.requireNonNullElse(target.getRawPath(), ""),
                target.getRawQuery() == null ? "" : "?" + target.getRawQuery());
    }

    /** What this key names; empty if it was not made here. */
    public static Optional<Named> named(CacheKey key) {
        List<String> parts = key.parts();
        return parts.size() == PARTS
                ? Optional.of(new Named(
                        parts.get(1), URI.create(parts.get(2) + "://" + parts.get(3) + parts.get(4) + parts.get(5))))
                : Optional.empty();
    }

    /** What identifies the resource at its origin: the key but for the name by which the client called the gateway. */
    static List<String> resource(CacheKey key) {
        List<String> parts = key.parts();
        return parts.subList(Math.min(RESOURCE, parts.size() - 1), parts.size());
    }

    /** An authority in lower case, without the default port of the scheme. */
    public static String normalised(String authority, String scheme) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String port = scheme.equals("https") ? ":443" : ":80";
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
