package dev.larder.gateway.filter;

import dev.larder.http.SendProgress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/** The URI that a request was sent to last: on a route to a service, its load balancer chooses the instance after all filters. */
public final class SentTarget {

    private static final String ATTRIBUTE = SentTarget.class.getName();

    private SentTarget() {}

    /** Records it where the load balancer is called with attributes of its own. */
    public static void record(ServerWebExchange exchange, URI target) {
        exchange.getAttributes().put(ATTRIBUTE, target);
    }

    /** Returns it; before the request is sent, what it would be sent to. Empty if no route has matched. */
    static Optional<URI> of(ServerWebExchange exchange) {
        return Stream.of(ATTRIBUTE, ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR)
                .map(exchange.getAttributes()::get)
                .filter(URI.class::isInstance)
                .map(URI.class::cast)
                .findFirst();
    }

    /** Returns a target with another authority; empty if that is none. */
    static Optional<URI> withAuthority(URI target, String authority) {
        String query = target.getRawQuery() == null ? "" : '?' + target.getRawQuery();
        try {
            return Optional.of(URI.create(target.getScheme() + "://" + authority + target.getRawPath() + query));
        } catch (IllegalArgumentException noAuthority) {
            return Optional.empty();
        }
    }

    /** Returns whether it may be sent without notifying {@link SendProgress}; a WebSocket sends no writes. */
    static boolean isUnseen(ServerWebExchange exchange) {
        String scheme = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR) instanceof URI target
                ? String.valueOf(target.getScheme())
                : "";
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "ws", "wss" -> false;
            case "http", "https", "lb" -> ServerWebExchangeUtils.isAlreadyRouted(exchange);
            default -> true;
        };
    }
}
