package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates cache keys (RFC 9111 2). A key contains the complete forwarded target, so equal keys mean equal forwarded targets; the
 * authority that the client named; and rule and route, so that keys of different rules or routes are never equal: a response is
 * shared within one route only. GET and HEAD share keys. Parts added by a rule come last.
 */
public final class CacheKeys {

    private static final int QUERY = 5;
    private static final int RULE = 6;
    private static final int ROUTE = 7;
    private static final int PARTS = 8;

    /** Prefix of the route id. Keys of earlier versions lack it at this position and are not recognized. */
    private static final String ROUTE_MARK = "route ";

    private CacheKeys() {}

    /**
     * The components of a key.
     *
     * @param method the request method; GET for HEAD too
     * @param authority the authority that clients name, in lower case, without the default port; empty if not part of the key
     * @param target the absolute URI that requests are forwarded to
     * @param rule name of the rule that applies; empty if none does
     * @param route id of the route that shares the response
     */
    public record KeyComponents(String method, String authority, URI target, String rule, String route) {}

    /**
     * Creates the key of a request.
     *
     * @param method the request method
     * @param authority the authority that the client names, {@link #normalised}; empty if it is not part of the key
     * @param target the absolute URI the request is forwarded to
     * @param rule name of the rule that applies; empty if none does
     * @param route id of the route
     * @param more parts that rule and route add
     */
    public static CacheKey of(
            String method, String authority, URI target, String rule, String route, List<String> more) {
        String[] parts = new String[PARTS + more.size()];
        parts[0] = method.equals("HEAD") ? "GET" : method;
        parts[1] = authority;
        parts[2] = target.getScheme();
        parts[3] = Objects.requireNonNullElse(target.getRawAuthority(), "");
        parts[4] = Objects.requireNonNullElse(target.getRawPath(), "");
        parts[QUERY] = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
        parts[RULE] = rule;
        parts[ROUTE] = ROUTE_MARK + route;
        for (int i = 0; i < more.size(); i++) {
            parts[PARTS + i] = more.get(i);
        }
        return CacheKey.of(parts);
    }

    /** Returns the components of a key; empty if it was not created by this class, or by an earlier version. */
    public static Optional<KeyComponents> named(CacheKey key) {
        List<String> parts = key.parts();
        return parts.size() >= PARTS && parts.get(ROUTE).startsWith(ROUTE_MARK)
                ? Optional.of(new KeyComponents(
                        parts.get(0),
                        parts.get(1),
                        URI.create(parts.get(2) + "://" + parts.get(3) + parts.get(4) + parts.get(QUERY)),
                        parts.get(RULE),
                        parts.get(ROUTE).substring(ROUTE_MARK.length())))
                : Optional.empty();
    }

    /** Returns the displayable name of a key: all but the parts that a rule added, which may be secret. */
    public static String name(CacheKey key) {
        List<String> parts = key.parts();
        return String.join(" ", parts.subList(0, Math.min(parts.size(), PARTS)));
    }

    /** Returns the name of a key for logs: also without the values of its query, which may be secret too. */
    public static String nameInLogs(CacheKey key) {
        List<String> parts =
                new ArrayList<>(key.parts().subList(0, Math.min(key.parts().size(), PARTS)));
        if (parts.size() >= PARTS && !parts.get(QUERY).isEmpty()) {
            parts.set(QUERY, "?...");
        }
        return String.join(" ", parts);
    }

    /** Returns whether the key was created under the rule of this name. */
    static boolean hasRule(CacheKey key, String rule) {
        return key.hasPart(RULE, rule);
    }

    /** Returns an authority in lower case, without the default port of the scheme; a missing scheme counts as http. */
    public static String normalised(String authority, @Nullable String scheme) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String port = "https".equals(scheme) ? ":443" : ":80";
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
