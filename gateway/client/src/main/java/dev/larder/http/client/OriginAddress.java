package dev.larder.http.client;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;

/**
 * Where an origin accepts connections (RFC 9110 4.3). Requests to equal addresses share their connections.
 *
 * @param secure whether connections use TLS
 * @param host name or IP address literal, in lower case
 * @param port TCP port
 */
public record OriginAddress(boolean secure, String host, int port) {

    private static final int MAX_PORT = 0xffff;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if there is no such port
     */
    public OriginAddress {
        Objects.requireNonNull(host, "host");
        if (port <= 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("There is no port " + port + ".");
        }
    }

    /** Returns the address of a resource's origin, whose URI has a host. */
    public static OriginAddress of(URI uri) {
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        int port = uri.getPort() >= 0 ? uri.getPort() : usualPort(secure);
        return new OriginAddress(secure, uri.getHost().toLowerCase(Locale.ROOT), port);
    }

    /** Returns whether a URI without a port has this one (RFC 9110 4.2). */
    boolean hasUsualPort() {
        return port == usualPort(secure);
    }

    /** Returns the field Host of requests for a resource at this address (RFC 9110 7.2). */
    public String hostOf(URI uri) {
        return hasUsualPort() ? uri.getHost() : uri.getHost() + ":" + port;
    }

    private static int usualPort(boolean secure) {
        return secure ? HTTPS : HTTP;
    }

    /** Returns whether a URI is that of a resource at an origin, and names its host. */
    public static boolean hasHost(URI uri) {
        return isOrigin(uri) && uri.getHost() != null;
    }

    /** Returns whether a URI is that of a resource at an origin, by its scheme (RFC 9110 4.2). */
    public static boolean isOrigin(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    }
}
