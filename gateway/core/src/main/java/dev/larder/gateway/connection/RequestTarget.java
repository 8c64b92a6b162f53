package dev.larder.gateway.connection;

import dev.larder.gateway.filter.UnkeyedFields;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/**
 * What a client has asked for, as far as routes may look at it.
 *
 * @param port of the server it has asked
 * @param scheme {@code http} or {@code https}
 * @param method the request method
 * @param host the Host field; empty if there is none
 * @param target path and query as they came; behind a line feed what a trusted proxy says of where it came from
 */
record RequestTarget(int port, String scheme, String method, String host, String target) {

    private static final String ATTRIBUTE = RequestTarget.class.getName();

    /** Whether the method is one that the store may answer early. */
    static boolean reads(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    /**
     * The target of a request.
     *
     * @param forwarded what a trusted proxy says of it, as far as that is part of a key; empty for any other client
     */
    static String target(String target, Optional<String> forwarded) {
        return forwarded.isEmpty() ? target : target + '\n' + forwarded.get();
    }

    /**
     * What a request asks for that may be answered early, as the web filters have left it. That of a trusted proxy may not be
     * where the server has taken its authority from somewhere else than from Host, as the proxy says.
     */
    static Optional<RequestTarget> of(ServerHttpRequest request, UnkeyedFields unkeyed) {
        String method = request.getMethod().name();
        if (!reads(method)) {
            return Optional.empty();
        }
        InetSocketAddress server = request.getLocalAddress();
        URI uri = request.getURI();
        if (server == null || uri.getScheme() == null) {
            return Optional.empty();
        }
        String host = Objects.requireNonNullElse(request.getHeaders().getFirst(HttpHeaders.HOST), "");
        Optional<String> forwarded = unkeyed.forwardedBy(request.getRemoteAddress(), request.getHeaders());
        if (forwarded.isPresent() && !host.equalsIgnoreCase(uri.getRawAuthority())) {
            return Optional.empty();
        }
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return Optional.of(new RequestTarget(
                server.getPort(), uri.getScheme(), method, host, target(uri.getRawPath() + query, forwarded)));
    }

    /** What the request of an exchange asked for before it was routed, if that was noted. */
    static Optional<RequestTarget> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    void note(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** Characters that it holds. */
    int length() {
        return method.length() + host.length() + target.length();
    }
}
