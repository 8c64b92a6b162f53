package dev.larder.gateway.filter;

import dev.larder.invalidation.EpochChange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Forwards a write through the rest of its route's filters. */
@FunctionalInterface
public interface WriteForwarding {

    /**
     * Forwards the write.
     *
     * @param exchange the exchange with its content, which has been received, or is streamed
     * @param passedOn called if a write that may be answered in place of its origin is passed on instead
     */
    Mono<Void> forward(ServerWebExchange exchange, Runnable passedOn);

    /** Completes the response; what the write has changed is invalid. */
    default Mono<Void> answer(EpochChange change) {
        return Mono.empty();
    }
}
