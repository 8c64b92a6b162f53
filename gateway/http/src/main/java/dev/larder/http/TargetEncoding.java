package dev.larder.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Makes URIs (RFC 3986) of targets that are none. Browsers follow the URL standard of WHATWG, which leaves some characters in
 * queries and paths that {@link java.net.URI} and thus Spring refuse. They are percent-encoded before anything else sees the
 * request: access rules, predicates, filters, the cache and the origin have one and the same target.
 */
public final class TargetEncoding {

    /** Characters beyond RFC 3986 that queries may have. */
    static final String IN_QUERY = "|{}^`\\";

    /** Characters beyond RFC 3986 that paths may have. */
    static final String IN_PATH = "|[]";

    private static final String HEX = "0123456789ABCDEF";
    private static final int LENGTH = "%7C".length();

    private TargetEncoding() {}

    /** Returns a client's target, or an absolute URL, as a URI may have it: itself, with rare exceptions. */
    public static String encoded(String target) {
        int query = target.indexOf('?');
        int first = next(target, pathStart(target), query);
        if (first < 0) {
            return target;
        }
        StringBuilder uri = new StringBuilder(target.length() + LENGTH);
        int done = 0;
        for (int i = first; i >= 0; i = next(target, done, query)) {
            char beyond = target.charAt(i);
            uri.append(target, done, i)
                    .append('%')
                    .append(HEX.charAt(beyond >> 4))
                    .append(HEX.charAt(beyond & 0xf));
            done = i + 1;
        }
        return uri.append(target, done, target.length()).toString();
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
        int slash = scheme < 0 ? 0 : target.indexOf('/', scheme + "://".length());
        return slash < 0 ? target.length() : slash;
    }

    /** Returns where the next character is that has to be encoded; -1 if there is none. Brackets are legal in queries. */
    private static int next(String target, int from, int query) {
        for (int i = from; i < target.length(); i++) {
            if ((query >= 0 && i > query ? IN_QUERY : IN_PATH).indexOf(target.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
