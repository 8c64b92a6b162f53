package dev.larder.gateway.describe;

import java.net.URI;
import java.util.Objects;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;

/** What a client requested, before any filter of a route has changed it. */
public final class RequestedTarget {

    private RequestedTarget() {}

    /** Returns the URI that the client requested. */
    public static URI uri(ServerWebExchange exchange) {
        return request(exchange).getURI();
    }

    /** Returns the request as it was received. */
    public static ServerHttpRequest request(ServerWebExchange exchange) {
        ServerWebExchange first = exchange;
        while (first instanceof ServerWebExchangeDecorator later) {
            first = later.getDelegate();
        }
        return first.getRequest();
    }

    /** Returns the path of that URI as it was received. */
    static String path(ServerWebExchange exchange) {
        return Objects.requireNonNullElse(uri(exchange).getRawPath(), "");
    }
}
