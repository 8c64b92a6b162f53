package dev.larder.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Carries targets of requests through libraries that take nothing but URIs (RFC 3986). Browsers follow the URL standard of
 * WHATWG, which leaves some characters in queries and paths that {@link java.net.URI} and thus Spring refuse. Inside the
 * gateway each is the percent-encoding of a noncharacter of Unicode; what is sent to an origin has the client's octets again.
 * The noncharacters U+FDD0 to U+FDD7 stand for such characters. A percent sign that begins the encoding of a noncharacter in
 * the client's own target becomes U+FDD8, so that different targets stay different.
 */
public final class TargetEncoding {

    /** Characters beyond RFC 3986 that queries may have. */
    static final String IN_QUERY = "|{}^`\\";

    /** Characters beyond RFC 3986 that paths may have. */
    static final String IN_PATH = "|[]";

    /** All of these, in the order of their noncharacters; the percent sign is last. */
    private static final String ALL = "|{}^`\\[]%";

    private static final String BEGIN = "%EF%B7%9";
    private static final int LENGTH = BEGIN.length() + 1;
    private static final int PERCENT = ALL.length() - 1;

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
            uri.append(target, done, i).append(BEGIN).append(ALL.indexOf(target.charAt(i)));
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

    /** Returns whether a URI, or a part of it, stands for a target that is none itself. */
    public static boolean isEncoded(String uri) {
        return uri.contains(BEGIN);
    }

    /** Returns the client's target, or the part of it that is in a URI. */
    public static String decoded(String uri) {
        int next = uri.indexOf(BEGIN);
        if (next < 0) {
            return uri;
        }
        StringBuilder target = new StringBuilder(uri.length());
        int done = 0;
        for (; next >= 0; next = uri.indexOf(BEGIN, done)) {
            int place = next + BEGIN.length() < uri.length() ? uri.charAt(next + BEGIN.length()) - '0' : -1;
            boolean known = place >= 0 && place <= PERCENT;
            target.append(uri, done, next).append(known ? ALL.charAt(place) : '%');
            done = known ? next + LENGTH : next + 1;
        }
        return target.append(uri, done, uri.length()).toString();
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
            char character = target.charAt(i);
            boolean beyond = character == '%'
                    ? target.regionMatches(true, i, BEGIN, 0, BEGIN.length())
                    : (query >= 0 && i > query ? IN_QUERY : IN_PATH).indexOf(character) >= 0;
            if (beyond) {
                return i;
            }
        }
        return -1;
    }
}
