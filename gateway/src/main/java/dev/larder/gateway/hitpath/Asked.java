package dev.larder.gateway.hitpath;

import dev.larder.gateway.route.Buffering;
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
 * @param target path and query as they came
 */
record Asked(int port, String scheme, String method, String host, String target) {

    private static final String ATTRIBUTE = Asked.class.getName();

    /** Whether the method is one that the store may answer early. */
    static boolean reads(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** Whether it is asked to read, not to write. */
    boolean reads() {
        return reads(method);
    }

    /** What a request asks for that may be answered early, as the web filters have left it. */
    static Optional<Asked> of(ServerHttpRequest request) {
        String method = request.getMethod().name();
        if (!reads(method) && !Buffering.BUFFERABLE.contains(method)) {
            return Optional.empty();
        }
        InetSocketAddress server = request.getLocalAddress();
        URI uri = request.getURI();
        if (server == null || uri.getScheme() == null) {
            return Optional.empty();
        }
        String host = Objects.requireNonNullElse(request.getHeaders().getFirst(HttpHeaders.HOST), "");
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return Optional.of(new Asked(server.getPort(), uri.getScheme(), method, host, uri.getRawPath() + query));
    }

    /** What the request of an exchange asked for before it was routed, if that was noted. */
    static Optional<Asked> of(ServerWebExchange exchange) {
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
