package dev.larder.gateway.connection;

import dev.larder.gateway.describe.UnkeyedFields;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/**
 * The target of a client's request, as far as routes may depend on it.
 *
 * @param port port of the server that received it
 * @param scheme {@code http} or {@code https}
 * @param method the request method
 * @param host the Host field; empty if there is none
 * @param target path and query as received; followed by a line feed and the forwarded fields of a trusted proxy, if any
 */
record RequestTarget(int port, String scheme, String method, String host, String target) {

    private static final String ATTRIBUTE = RequestTarget.class.getName();

    /** Returns whether requests with this method may be answered early. */
    static boolean isGetOrHead(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    /**
     * Returns the target of a request.
     *
     * @param forwarded fields of a trusted proxy that are part of a key; empty for any other client
     */
    static String target(String target, Optional<String> forwarded) {
        return forwarded.isEmpty() ? target : target + '\n' + forwarded.get();
    }

    /**
     * Returns the target of a request that may be answered early, as the web filters have left it. Empty for a trusted proxy's
     * request if the server has derived its authority, as the proxy states, from another field than Host.
     */
    static Optional<RequestTarget> of(ServerHttpRequest request, UnkeyedFields unkeyed) {
        String method = request.getMethod().name();
        if (!isGetOrHead(method)) {
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

    /**
     * Records the target of an exchange that is dispatched, and returns it. Empty from the second time on, as a fallback or a
     * {@code forward:} route then answers another request than the client's.
     */
    static Optional<RequestTarget> dispatched(ServerWebExchange exchange, UnkeyedFields unkeyed) {
        Optional<RequestTarget> target =
                exchange.getAttributes().containsKey(ATTRIBUTE) ? Optional.empty() : of(exchange.getRequest(), unkeyed);
        exchange.getAttributes().put(ATTRIBUTE, target);
        return target;
    }

    /** Returns the target of an exchange's request before routing; empty if none was recorded or it was dispatched again. */
    static Optional<RequestTarget> of(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(ATTRIBUTE, Optional.empty());
    }

    /** Records it as the target of an exchange that has not been routed. */
    void note(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, Optional.of(this));
    }

    /** Returns its number of characters. */
    int length() {
        return method.length() + host.length() + target.length();
    }
}
