package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.GatewayProblem;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/** The error of the origin request that determines a client's response: its own request, or the one it waited for. */
public final class OriginFailure {

    private static final String ATTRIBUTE = OriginFailure.class.getName();

    private OriginFailure() {}

    /** Records the error that causes the failure to be reported to the client. */
    static void note(ServerWebExchange exchange, Throwable error) {
        if (!GatewayProblem.isOfClient(error)) {
            exchange.getAttributes().put(ATTRIBUTE, error);
        }
    }

    /** Returns the error, which tells more than an HTTP status; empty if no failure is reported to the client. */
    public static Optional<Throwable> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }
}
