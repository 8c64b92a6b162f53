package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request as it goes to its origin (RFC 9112 3).
 *
 * @param origin the address to connect to
 * @param method the method
 * @param target the request target, in origin form
 * @param fields the header section; it is written as it is, and must agree with {@code content}
 * @param content length of the content in octets; {@link #NO_CONTENT} if none is announced, {@link #CHUNKED} if it is sent
 *     in chunks
 * @param repeatable whether a request without content may be sent again if a used connection ends before an octet of the
 *     response (RFC 9112 9.3.1)
 * @param responseTimeout maximum time to the head of the response; zero for none, null for that of the client
 * @param timeoutIncludesContent whether the time is measured from the head of the request; otherwise from the last piece of its content
 */
public record OriginRequest(
        OriginAddress origin,
        String method,
        String target,
        HeaderFields fields,
        long content,
        boolean repeatable,
        @Nullable Duration responseTimeout,
        boolean timeoutIncludesContent) {

    private static final Set<String> WITHOUT_CONTENT = Set.of("GET", "HEAD", "DELETE");

    /** The length of a request that announces no content. */
    public static final long NO_CONTENT = 0;

    /** Stands for the length of content that is sent in chunks (RFC 9112 7.1). */
    public static final long CHUNKED = -1;

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if the length is neither a number of octets nor {@link #CHUNKED}
     */
    public OriginRequest {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(fields, "fields");
        if (content < CHUNKED) {
            throw new IllegalArgumentException("No content has the length " + content + ".");
        }
    }

    /** Returns whether requests with a method may be sent again, as they are safe. */
    public static boolean isRepeatable(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** Returns whether requests with a method announce no content if there is none; others say so (RFC 9110 8.6). */
    public static boolean isUsuallyWithoutContent(String method) {
        return WITHOUT_CONTENT.contains(method);
    }

    /**
     * Returns the target of a request for a URI, in origin form (RFC 9112 3.2.1). Filters of routes may leave characters in a URI that
     * only an encoded target has.
     */
    public static String target(URI received) {
        String encoded = received.toASCIIString();
        URI uri = encoded.equals(received.toString()) ? received : URI.create(encoded);
        String path = uri.getRawPath();
        String absolute = path == null || path.isEmpty() ? "/" : path;
        return uri.getRawQuery() == null ? absolute : absolute + "?" + uri.getRawQuery();
    }

    /** Creates a request with the timeouts of the client. */
    public OriginRequest(
            OriginAddress origin, String method, String target, HeaderFields fields, long content, boolean repeatable) {
        this(origin, method, target, fields, content, repeatable, null, false);
    }
}
