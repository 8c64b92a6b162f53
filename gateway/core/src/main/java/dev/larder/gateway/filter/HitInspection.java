package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.SelectedResponse;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Passes lookups on routes, and each hit before it is answered, to the inspector of hits, if there is one. */
final class HitInspection {

    private final CacheServices services;
    private final HitInspector inspector;
    private final boolean active;

    HitInspection(CacheServices services) {
        this.services = services;
        this.inspector = services.extensions().inspector();
        this.active = inspector.isActive();
    }

    /** Returns whether there is one. */
    boolean isActive() {
        return active;
    }

    /** Called when a request has been looked up. */
    void lookedUp(CacheExchange exchange, boolean hit) {
        if (active && !exchange.isHead()) {
            inspector.lookedUp(
                    exchange.resourceTags(),
                    exchange.described().rawPath(),
                    hit,
                    HitSampler.isDrawn(exchange.nativeRequest()));
        }
    }

    /** Answers from the store through the inspector. */
    Mono<Void> around(CacheExchange exchange, SelectedResponse hit, Supplier<Mono<Void>> answer) {
        return inspector.around(new StoredHit(services, exchange, hit), answer);
    }
}
