package dev.larder.gateway.filter;

import org.springframework.web.server.ServerWebExchange;

/** Is told how requests were looked up whose response is in the store. */
public interface RoutingDecisionListener {

    /** Forgets them. */
    RoutingDecisionListener NONE = (exchange, decision) -> {};

    /**
     * A request was answered from the store, or its response has been stored.
     *
     * @param exchange with its route
     */
    void note(ServerWebExchange exchange, RoutingDecision decision);
}
