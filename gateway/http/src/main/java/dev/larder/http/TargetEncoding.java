package dev.larder.http;

import java.net.URI;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Makes URIs (RFC 3986) of targets that are none. Browsers follow the URL standard of WHATWG, which leaves some characters in
 * queries and paths that {@link java.net.URI} and thus Spring refuse. They are percent-encoded before anything else sees the
 * request: access rules, predicates, filters, the cache and the origin have one and the same target. If there is such a character
 * in a query, its brackets, which {@link java.net.URI} takes, are encoded as well: Gateway encodes a target once more that has both
 * a percent sign and a bracket.
 */
public final class TargetEncoding {

    /** Characters beyond RFC 3986 that queries may have. */
    static final String IN_QUERY = "|{}^`\\";

    /** Characters beyond RFC 3986 that paths may have. */
    static final String IN_PATH = "|[]";

    private static final String BRACKETS = "[]";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int LENGTH = "%7C".length();

    private TargetEncoding() {}

    /** Returns a client's target, or an absolute URL, as a URI may have it: itself, with rare exceptions. */
    public static String encoded(String target) {
        int query = target.indexOf('?');
        int start = pathStart(target);
        int first = next(target, start, query, IN_QUERY);
        if (first < 0) {
            return target;
        }
        String inQuery = next(target, Math.max(first, query), query, IN_QUERY) < 0 ? IN_QUERY : IN_QUERY + BRACKETS;
        StringBuilder uri = new StringBuilder(target.length() + LENGTH).append(target, 0, start);
        for (int i = start; i < target.length(); i++) {
            char character = target.charAt(i);
            if (isBeyond(character, query, i, inQuery)) {
                uri.append('%').append(HEX.toHexDigits((byte) character));
            } else {
                uri.append(character);
            }
        }
        return uri.toString();
    }

    /** Returns a target with another path and query, both encoded; it has an authority if the target has one. */
    public static URI with(URI target, String path, @Nullable String query) {
        String authority = target.getRawAuthority() == null ? "" : "//" + target.getRawAuthority();
        String exact = target.getScheme() + ':' + authority + path + (query == null ? "" : "?" + query);
        return exact.equals(target.toString()) ? target : URI.create(exact);
    }

    /** Brackets in an authority are those of an address. */
    private static int pathStart(String target) {
        int scheme = target.startsWith("/") ? -1 : target.indexOf("://");
        int start = scheme < 0 ? 0 : scheme + "://".length();
        while (scheme >= 0 && start < target.length() && "/?".indexOf(target.charAt(start)) < 0) {
            start++;
        }
        return start;
    }

    /** Returns where the next character is that has to be encoded; -1 if there is none. */
    private static int next(String target, int from, int query, String inQuery) {
        for (int i = from; i < target.length(); i++) {
            if (isBeyond(target.charAt(i), query, i, inQuery)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isBeyond(char character, int query, int position, String inQuery) {
        return (query >= 0 && position > query ? inQuery : IN_PATH).indexOf(character) >= 0;
    }
}
