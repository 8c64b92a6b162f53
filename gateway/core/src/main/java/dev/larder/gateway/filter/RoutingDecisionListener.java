package dev.larder.gateway.filter;

import org.springframework.web.server.ServerWebExchange;

/** Is notified of the routing decisions of requests whose response is in the store. */
public interface RoutingDecisionListener {

    /** Ignores all decisions. */
    RoutingDecisionListener NONE = (exchange, decision) -> {};

    /**
     * Called when a request was answered from the store, or its response has been stored.
     *
     * @param exchange the exchange, with its route
     */
    void note(ServerWebExchange exchange, RoutingDecision decision);
}
