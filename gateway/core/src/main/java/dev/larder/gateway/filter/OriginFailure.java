package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.GatewayProblem;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/** Of what a request to an origin has failed that a client's answer hangs on: his own request, or the one that he waited for. */
public final class OriginFailure {

    private static final String ATTRIBUTE = OriginFailure.class.getName();

    private OriginFailure() {}

    /** The client is about to be told of a failure that comes from this error. */
    static void note(ServerWebExchange exchange, Throwable error) {
        if (!GatewayProblem.isOfClient(error)) {
            exchange.getAttributes().put(ATTRIBUTE, error);
        }
    }

    /** The error, for whoever can say more of it than a status of HTTP; empty if the client is told of none. */
    public static Optional<Throwable> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }
}
