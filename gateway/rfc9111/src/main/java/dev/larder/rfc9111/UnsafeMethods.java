package dev.larder.rfc9111;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** RFC 9111 4.4: the invalidation of stored responses by unsafe methods. */
public final class UnsafeMethods {

    /** Methods registered as safe; "unsafe request method (including methods whose safety is unknown)" is any other. */
    private static final Set<String> SAFE =
            Set.of("GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH");

    private static final Set<String> WITH_DESTINATION = Set.of("COPY", "MOVE");

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /** The scheme and the authority of a reference, in which nothing is encoded. */
    private static final Pattern START = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(//[^/?]*)?|//[^/?]*");

    /** RFC 3986 2: characters of paths and queries, without the percent sign and the brackets, which paths must not have. */
    private static final BitSet IN_URIS =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?"
                    .chars()
                    .collect(BitSet::new, BitSet::set, BitSet::or);

    private UnsafeMethods() {}

    /** Whether the method may change state at the origin. */
    public static boolean isUnsafe(String method) {
        return !SAFE.contains(method);
    }

    /** Whether a response with this status invalidates stored responses: an unsafe method and no error. */
    public static boolean shouldInvalidate(String method, int status) {
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
        List<URI> named = named(request.target(), response);
        return named.isEmpty()
                ? List.of(request.target())
                : Stream.concat(Stream.of(request.target()), named.stream())
                        .distinct()
                        .toList();
    }

    /** Returns whether the method, COPY or MOVE, writes to something beside its target (RFC 4918 9.8 and 9.9). */
    public static boolean hasDestination(String method) {
        return WITH_DESTINATION.contains(method);
    }

    /**
     * Returns the URI that COPY or MOVE writes to beside its target (RFC 4918 9.8 and 9.9), if it is of the same origin. A field that
     * is there more than once names each.
     */
    public static List<URI> destinations(RequestHead request) {
        return hasDestination(request.method()) ? named(request.target(), request.fields(), "Destination") : List.of();
    }

    /**
     * Returns the URIs of Location and Content-Location that have the same origin as this target, which is either the
     * one sent to the origin or the one requested by the client.
     */
    public static List<URI> named(URI target, ResponseHead response) {
        return named(target, response.fields(), "Location", "Content-Location");
    }

    private static List<URI> named(URI target, HeaderFields fields, String... names) {
        List<URI> uris = new ArrayList<>(0);
        for (String name : names) {
            for (String value : fields.values(name)) {
                resolve(target, value).filter(uri -> isSameOrigin(uri, target)).forEach(uris::add);
            }
        }
        return List.copyOf(uris);
    }

    /** RFC 9110 9.3.3: whether Content-Location names the target itself. */
    static boolean hasTargetAsContentLocation(RequestHead request, ResponseHead response) {
        List<String> values = response.fields().values("Content-Location");
        return values.size() == 1
                && resolve(request.target(), values.get(0))
                        .findFirst()
                        .filter(uri ->
                                isSameOrigin(uri, request.target()) && hasSamePathAndQuery(uri, request.target()))
                        .isPresent();
    }

    /**
     * Returns the URIs that a reference may stand for. What no URI may have is percent-encoded, as clients do. Octets above 127 are
     * those of the URI, as they are sent, or characters of ISO 8859-1.
     */
    private static Stream<URI> resolve(URI base, String reference) {
        String stripped = reference.strip();
        int fragment = stripped.indexOf('#');
        String withoutFragment = fragment < 0 ? stripped : stripped.substring(0, fragment);
        if (withoutFragment.isEmpty()) {
            return Stream.of(base);
        }
        return Stream.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8)
                .filter(charset -> charset.newEncoder().canEncode(withoutFragment))
                .map(charset -> asUri(withoutFragment, charset))
                .distinct()
                .flatMap(uri -> resolved(base, uri).stream());
    }

    private static Optional<URI> resolved(URI base, String reference) {
        try {
            return Optional.of(base.resolve(withPath(base, reference)));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static String asUri(String reference, Charset charset) {
        Matcher start = START.matcher(reference);
        String exact = start.lookingAt() ? start.group() : "";
        StringBuilder uri = new StringBuilder(reference.length()).append(exact);
        if (exact.isEmpty() && "/?".indexOf(reference.charAt(0)) < 0) {
            // A colon in the first segment would end a scheme.
            uri.append("./");
        }
        byte[] octets = reference.substring(exact.length()).getBytes(charset);
        for (int i = 0; i < octets.length; i++) {
            boolean legal = octets[i] == '%' ? isEncoding(octets, i) : IN_URIS.get(octets[i] & 0xff);
            if (legal) {
                uri.append((char) octets[i]);
            } else {
                uri.append('%').append(HexFormat.of().toHexDigits(octets[i]));
            }
        }
        return uri.toString();
    }

    private static boolean isEncoding(byte[] octets, int percent) {
        return percent + 2 < octets.length
                && HexFormat.isHexDigit(octets[percent + 1])
                && HexFormat.isHexDigit(octets[percent + 2]);
    }

    /** RFC 3986 5.2.2: a reference that is only a query keeps the path of the base; {@link URI#resolve} would truncate it. */
    private static String withPath(URI base, String reference) {
        return reference.startsWith("?") && base.getRawPath() != null ? base.getRawPath() + reference : reference;
    }

    private static boolean hasSamePathAndQuery(URI one, URI other) {
        return path(one).equals(path(other));
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    /** Compares authorities as they are written: for {@link URI}, one with an underscore has neither a host nor a port. */
    private static boolean isSameOrigin(URI one, URI other) {
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
