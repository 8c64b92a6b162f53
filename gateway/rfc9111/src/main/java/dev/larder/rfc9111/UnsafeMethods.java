package dev.larder.rfc9111;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** RFC 9111 4.4: the invalidation of stored responses by unsafe methods. */
public final class UnsafeMethods {

    /** Methods registered as safe; "unsafe request method (including methods whose safety is unknown)" is any other. */
    private static final Set<String> SAFE =
            Set.of("GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH");

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /** Characters that references have though no URI may. */
    private static final String BEYOND_URIS = "|{}^`\\[]";

    private UnsafeMethods() {}

    /** Whether the method may change state at the origin. */
    public static boolean isUnsafe(String method) {
        return !SAFE.contains(method);
    }

    /** Whether a response with this status invalidates stored responses: an unsafe method and no error. */
    public static boolean invalidates(String method, int status) {
        return isUnsafe(method) && status >= 200 && status < 400;
    }

    /** The effect of a write, according to its response. */
    public enum Effect {
        /** The write was made, or may have been; the origin has finished it. */
        HAPPENED,
        /** The write may have been made, or may still be: a component on the path lost track of it. */
        UNKNOWN,
        /** The write was refused. */
        NONE
    }

    /**
     * Returns the effect of an unsafe request according to the status of its response. RFC 9111 4.4 requires
     * invalidation on non-error responses only; a server error may hide a write that was made.
     *
     * @param onServerError whether a server error counts as a write
     */
    public static Effect effect(int status, boolean onServerError) {
        if (status >= 400 && status < 500) {
            return Effect.NONE;
        }
        if (status < 500) {
            return Effect.HAPPENED;
        }
        if (!onServerError) {
            return Effect.NONE;
        }
        return status == StatusCode.BAD_GATEWAY || status == StatusCode.GATEWAY_TIMEOUT
                ? Effect.UNKNOWN
                : Effect.HAPPENED;
    }

    /**
     * Returns the URIs that an unsafe request invalidates: its target, and Location and Content-Location if of the same origin
     * ("a cache MUST NOT trigger an invalidation under these conditions if the origin of the URI to be invalidated differs").
     */
    public static List<URI> targets(RequestHead request, ResponseHead response) {
        return Stream.concat(Stream.of(request.target()), named(request.target(), response).stream())
                .distinct()
                .toList();
    }

    /**
     * Returns the URIs of Location and Content-Location that have the same origin as this target, which is either the
     * one sent to the origin or the one requested by the client.
     */
    public static List<URI> named(URI target, ResponseHead response) {
        return Stream.of("Location", "Content-Location")
                .flatMap(name -> response.fields().values(name).stream())
                .flatMap(value -> resolve(target, value).stream())
                .filter(uri -> sameOrigin(uri, target))
                .toList();
    }

    /** RFC 9110 9.3.3: whether Content-Location names the target itself. */
    static boolean contentLocationIsTarget(RequestHead request, ResponseHead response) {
        List<String> values = response.fields().values("Content-Location");
        return values.size() == 1
                && resolve(request.target(), values.get(0))
                        .filter(uri -> sameOrigin(uri, request.target()) && samePath(uri, request.target()))
                        .isPresent();
    }

    private static Optional<URI> resolve(URI base, String reference) {
        String stripped = reference.strip();
        int fragment = stripped.indexOf('#');
        String withoutFragment = fragment < 0 ? stripped : stripped.substring(0, fragment);
        if (withoutFragment.isEmpty()) {
            return Optional.of(base);
        }
        try {
            return Optional.of(base.resolve(withPath(base, asUri(withoutFragment))));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Encodes what the URL standard of WHATWG lets a path or query have, and a URI must not. */
    private static String asUri(String reference) {
        int scheme = reference.indexOf("://");
        int path = Math.max(0, scheme < 0 ? 0 : reference.indexOf('/', scheme + "://".length()));
        StringBuilder uri = new StringBuilder(reference.length()).append(reference, 0, path);
        for (int i = path; i < reference.length(); i++) {
            char character = reference.charAt(i);
            if (BEYOND_URIS.indexOf(character) >= 0) {
                uri.append('%').append(Integer.toHexString(character));
            } else {
                uri.append(character);
            }
        }
        return uri.toString();
    }

    /** RFC 3986 5.2.2: a reference that is only a query keeps the path of the base; {@link URI#resolve} would truncate it. */
    private static String withPath(URI base, String reference) {
        return reference.startsWith("?") && base.getRawPath() != null ? base.getRawPath() + reference : reference;
    }

    private static boolean samePath(URI one, URI other) {
        return path(one).equals(path(other));
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    /** Compares authorities as they are written: for {@link URI}, one with an underscore has neither a host nor a port. */
    private static boolean sameOrigin(URI one, URI other) {
        return one.getScheme() != null
                && one.getRawAuthority() != null
                && other.getRawAuthority() != null
                && one.getScheme().equalsIgnoreCase(other.getScheme())
                && hostAndPort(one).equals(hostAndPort(other));
    }

    private static String hostAndPort(URI uri) {
        String authority = uri.getRawAuthority();
        String named = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        int colon = named.lastIndexOf(':');
        if (colon <= named.lastIndexOf(']')) {
            return named + ':' + defaultPort(uri);
        }
        String port = named.substring(colon + 1).replaceFirst("^0+(?=.)", "");
        return named.substring(0, colon + 1) + (port.isEmpty() ? defaultPort(uri) : port);
    }

    private static int defaultPort(URI uri) {
        return uri.getScheme().toLowerCase(Locale.ROOT).equals("https") ? HTTPS_PORT : HTTP_PORT;
    }
}
