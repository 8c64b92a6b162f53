package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.NoVarySearch;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
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

    /** Prefix of the first part that a rule adds: the name of its store, if it is not the default. */
    public static final String STORE = "store ";

    /** Prefix of the next part that a rule adds: its revision. Responses stored under other settings of the rule do not match. */
    public static final String REVISION = "revision ";

    /** Prefix of the part that a route adds if it forwards another path than the client requested: the requested one. */
    public static final String REQUESTED = "requested ";

    /** Prefix of the route id. Keys of earlier versions lack it at this position and are not recognized. */
    private static final String ROUTE_MARK = "route ";

    /** Precedes a value of No-Vary-Search. Every part that a rule adds has a space after its kind, or the name of a field. */
    private static final String VARIANCE_MARK = "no-vary-search";

    private CacheKeys() {}

    /**
     * The components of a key.
     *
     * @param method the request method; GET for HEAD too
     * @param authority the authority that clients name, in lower case, without the default port; empty if not part of the key
     * @param target the absolute URI that requests are forwarded to
     * @param rule name of the rule that applies; empty if none does
     * @param route id of the route that shares the response
     * @param requested the path that clients request, as it is received
     */
    public record KeyComponents(
            String method, String authority, URI target, String rule, String route, String requested) {}

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

    /** Returns whether the key stands for all queries that are equivalent by some value of No-Vary-Search. */
    static boolean hasVariance(CacheKey key) {
        return key.hasPart(PARTS, VARIANCE_MARK);
    }

    /** Returns the key for all queries that a value of No-Vary-Search reduces to the same query. */
    public static CacheKey withVariance(CacheKey exact, String field, String query) {
        List<String> parts = new ArrayList<>(exact.parts());
        parts.set(QUERY, query.isEmpty() ? "" : "?" + query);
        parts.addAll(PARTS, List.of(VARIANCE_MARK, field));
        return CacheKey.of(parts.toArray(String[]::new));
    }

    /** Returns a key {@link #withVariance} with this query alone instead. */
    static CacheKey withQuery(CacheKey varied, @Nullable String query) {
        List<String> parts = new ArrayList<>(varied.parts());
        parts.subList(PARTS, PARTS + 2).clear();
        parts.set(QUERY, query == null ? "" : "?" + query);
        return CacheKey.of(parts.toArray(String[]::new));
    }

    /** Returns the key without its query and the parts that a rule added: the same for all requests for a path. */
    static CacheKey withoutQuery(CacheKey exact) {
        List<String> parts = new ArrayList<>(exact.parts().subList(0, PARTS));
        parts.set(QUERY, "");
        return CacheKey.of(parts.toArray(String[]::new));
    }

    /** Returns whether responses may be used under this key: if it has a value of No-Vary-Search, they have it too. */
    public static boolean mayUse(CacheKey key, ResponseVariants variants) {
        if (!hasVariance(key)) {
            return true;
        }
        for (StoredResponse response : variants.responses()) {
            if (!key.hasPart(PARTS + 1, response.head().fields().combined(NoVarySearch.FIELD))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the query that a request with this query has in a key like this: reduced by the key's No-Vary-Search. */
    public static Optional<String> reducedQuery(CacheKey like, Optional<String> query) {
        return hasVariance(like)
                ? Optional.of(NoVarySearch.of(like.parts().get(PARTS + 1)).canonical(query.orElse(null)))
                        .filter(reduced -> !reduced.isEmpty())
                : query;
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
                        parts.get(ROUTE).substring(ROUTE_MARK.length()),
                        requested(key)))
                : Optional.empty();
    }

    private static String requested(CacheKey key) {
        return key.parts().stream()
                .skip(byRule(key))
                .filter(part -> part.startsWith(REQUESTED))
                .map(part -> part.substring(REQUESTED.length()))
                .findFirst()
                .orElseGet(() -> key.parts().get(4));
    }

    /** Returns the place of the first part that a rule adds. */
    private static int byRule(CacheKey key) {
        return hasVariance(key) ? PARTS + 2 : PARTS;
    }

    /** Returns whether target and authority alone make up a key, so that any client that asks for them has it. */
    public static boolean isPlain(CacheKey key) {
        List<String> parts = key.parts();
        return parts.size() >= PARTS
                && parts.subList(byRule(key), parts.size()).stream()
                        .allMatch(part -> part.startsWith(STORE) || part.startsWith(REVISION));
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

    /**
     * Returns whether the response of a key belongs into a store.
     *
     * @param store {@link #STORE} and the name of the store
     */
    public static boolean hasStore(CacheKey key, String store) {
        return key.hasPart(byRule(key), store);
    }

    /** Returns the revision of the rule under which a key was created; empty if it has none. */
    public static String revision(CacheKey key) {
        return key.parts().stream()
                .skip(byRule(key))
                .limit(2)
                .filter(part -> part.startsWith(REVISION))
                .map(part -> part.substring(REVISION.length()))
                .findFirst()
                .orElse("");
    }

    /** Returns an authority in lower case, without the default port of the scheme; a missing scheme counts as http. */
    public static String normalised(String authority, @Nullable String scheme) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String port = "https".equals(scheme) ? ":443" : ":80";
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
