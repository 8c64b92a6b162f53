package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.rfc9111.Reason;
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
    Mono<Void> around(CacheExchange exchange, SelectedResponse hit, Reason reason, Supplier<Mono<Void>> answer) {
        return active && reason == Reason.HIT && !exchange.isHead()
                ? inspector.around(new StoredHit(services, exchange, hit), answer)
                : answer.get();
    }
}
