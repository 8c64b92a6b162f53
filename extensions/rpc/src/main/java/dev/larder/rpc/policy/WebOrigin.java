package dev.larder.rpc.policy;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * An origin (RFC 9110 4.3.1).
 *
 * @param scheme http or https
 * @param host in lower case, an IPv6 address in brackets
 * @param port always present, even if it is the scheme's default
 */
public record WebOrigin(String scheme, String host, int port) {

    private static final int MAX_PORT = 65_535;

    /** The host and port of an authority; the port is -1 if omitted. */
    record Authority(String host, int port) {

        /** Parses an authority without user information; empty if it is malformed. */
        static Optional<Authority> of(String authority) {
            int end = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
            String host = end < 0 ? authority : authority.substring(0, end);
            String rest = end < 0 ? "" : authority.substring(end);
            if (host.isEmpty() || !(rest.isEmpty() || rest.matches(":[0-9]{1,5}"))) {
                return Optional.empty();
            }
            int port = rest.isEmpty() ? -1 : Integer.parseInt(rest.substring(1));
            return port == 0 || port > MAX_PORT
                    ? Optional.empty()
                    : Optional.of(new Authority(host.toLowerCase(Locale.ROOT), port));
        }

        WebOrigin by(String scheme) {
            return new WebOrigin(scheme, host, port > 0 ? port : scheme.equals("https") ? 443 : 80);
        }
    }

    /**
     * Parses an origin.
     *
     * @throws IllegalArgumentException if it is not exactly a scheme, host and port
     */
    public static WebOrigin of(String written) {
        try {
            var uri = new URI(written);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            String authority = String.valueOf(uri.getRawAuthority());
            boolean bare = written.equalsIgnoreCase(scheme + "://" + authority);
            if (!bare || !scheme.matches("https?") || authority.contains("@")) {
                throw new IllegalArgumentException(written);
            }
            WebOrigin origin = Authority.of(authority)
                    .orElseThrow(() -> new IllegalArgumentException(written))
                    .by(scheme);
            if (UrlHostParser.read(origin.host()) instanceof UrlHostParser.Unreadable) {
                throw new IllegalArgumentException(written);
            }
            return origin;
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    /** Returns its address, if it is written as one. */
    public Optional<InetAddress> address() {
        return UrlHostParser.read(host) instanceof UrlHostParser.Address known
                ? Optional.of(known.address())
                : Optional.empty();
    }

    /** Whether both have the same host. */
    boolean hasSameHost(WebOrigin other) {
        return host.equals(other.host);
    }

    /** Returns this origin as a URL. */
    public URI uri() {
        return URI.create(scheme + "://" + host + ":" + port);
    }
}
