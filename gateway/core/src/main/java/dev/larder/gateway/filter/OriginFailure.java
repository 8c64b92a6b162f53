package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.message.GatewayProblem;
import java.util.Optional;
import org.springframework.cloud.gateway.support.NotFoundException;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/** The failure of an origin, as the last that handles an error recognises it. */
public final class OriginFailure {

    private static final String ATTRIBUTE = OriginFailure.class.getName();

    private OriginFailure() {}

    /** Records that a request to the origin has failed: of a cached route, or at the connection of the client. */
    public static void note(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, true);
    }

    /**
     * Returns the problem that clients see after this error of a route; empty if it is not the origin's. What other filters of a
     * route without a cache have thrown is their own.
     */
    static Optional<GatewayProblem> problem(ServerWebExchange exchange, Throwable error) {
        if (exchange.getAttribute(GATEWAY_ROUTE_ATTR) == null) {
            return Optional.empty();
        }
        if (exchange.getAttribute(ATTRIBUTE) != null || error instanceof NotFoundException) {
            return GatewayProblem.of(error);
        }
        return ServerWebExchangeUtils.isAlreadyRouted(exchange)
                        && (GatewayProblem.failure(error).isPresent() || GatewayProblem.isUnsent(error))
                ? GatewayProblem.of(error)
                : Optional.empty();
    }
}
