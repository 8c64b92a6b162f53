package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes cache keys (RFC 9111 2). The key holds the whole target as it is forwarded, so equal keys mean equal forwarded
 * targets, and the authority the client named. GET and HEAD share keys. Under a rule, its name and whatever it adds to the
 * key come last: keys of different rules are never equal.
 */
public final class CacheKeys {

    private static final int PARTS = 6;

    private CacheKeys() {}

    /**
     * What a key names.
     *
     * @param method the request method; GET for HEAD too
     * @param authority the authority that clients name, in lower case, without the default port; empty if it does not count
     * @param target the absolute URI that requests are forwarded to
     * @param rule name of the rule that is for it; empty if there is none
     */
    public record Named(String method, String authority, URI target, String rule) {}

    /**
     * The key of a GET or HEAD request to which no rule applies.
     *
     * @param authority the Host field of the client's request
     * @param target the absolute URI the request is forwarded to
     */
    public static CacheKey of(String authority, URI target) {
        return of("GET", authority, target, List.of());
    }

    /**
     * The key of a request.
     *
     * @param method the request method
     * @param authority the Host field of the client's request; empty if it does not count
     * @param target the absolute URI the request is forwarded to
     * @param rule name of the rule that applies and whatever it adds; empty if none does
     */
    public static CacheKey of(String method, String authority, URI target, List<String> rule) {
        List<String> parts = new ArrayList<>(PARTS + rule.size());
        parts.add(method.equals("HEAD") ? "GET" : method);
        parts.add(normalised(authority, target.getScheme()));
        parts.add(target.getScheme());
        parts.add(normalised(Objects.requireNonNullElse(target.getRawAuthority(), ""), target.getScheme()));
        parts.add(Objects.requireNonNullElse(target.getRawPath(), ""));
        parts.add(target.getRawQuery() == null ? "" : "?" + target.getRawQuery());
        parts.addAll(rule);
        return CacheKey.of(parts.toArray(String[]::new));
    }

    /** What this key names; empty if it was not made here. */
    public static Optional<Named> named(CacheKey key) {
        List<String> parts = key.parts();
        return parts.size() >= PARTS
                ? Optional.of(new Named(
                        parts.get(0),
                        parts.get(1),
                        URI.create(parts.get(2) + "://" + parts.get(3) + parts.get(4) + parts.get(5)),
                        rule(parts)))
                : Optional.empty();
    }

    /** What may be shown of this key: everything but what a rule has added to it, which may be a secret. */
    public static String name(CacheKey key) {
        List<String> parts = key.parts();
        return String.join(" ", parts.subList(0, Math.min(parts.size(), PARTS + 1)));
    }

    /** What may be shown of this key in a log: no values of its query either, which may be secrets too. */
    public static String nameInLogs(CacheKey key) {
        List<String> parts =
                new ArrayList<>(key.parts().subList(0, Math.min(key.parts().size(), PARTS + 1)));
        if (parts.size() >= PARTS && !parts.get(PARTS - 1).isEmpty()) {
            parts.set(PARTS - 1, "?...");
        }
        return String.join(" ", parts);
    }

    /** Whether this key was made under the rule of this name. */
    static boolean hasRule(CacheKey key, String rule) {
        return key.hasPart(PARTS, rule);
    }

    private static String rule(List<String> parts) {
        return parts.size() > PARTS ? parts.get(PARTS) : "";
    }

    /** An authority in lower case, without the default port of the scheme. */
    public static String normalised(String authority, String scheme) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String port = scheme.equals("https") ? ":443" : ":80";
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
