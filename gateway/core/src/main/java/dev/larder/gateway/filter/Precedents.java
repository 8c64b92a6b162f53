package dev.larder.gateway.filter;

import org.springframework.web.server.ServerWebExchange;

/** Is told how requests were looked up whose response is in the store, and how writes were acknowledged. */
public interface Precedents {

    /** Forgets them. */
    Precedents NONE = new Precedents() {

        @Override
        public void note(ServerWebExchange exchange, Precedent precedent) {}

        @Override
        public void note(ServerWebExchange exchange, WritePrecedent precedent) {}
    };

    /**
     * A request was answered from the store, or its response has been stored.
     *
     * @param exchange with its route
     */
    void note(ServerWebExchange exchange, Precedent precedent);

    /**
     * A write was acknowledged before its origin had it.
     *
     * @param exchange with its route
     */
    void note(ServerWebExchange exchange, WritePrecedent precedent);
}
