package dev.larder.gateway.filter;

import dev.larder.rfc9111.Reason;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Shows the inspector of hits, if there is one, what has been looked up on routes, and each hit before it is answered. */
final class HitInspection {

    private final CacheServices services;
    private final HitInspector inspector;
    private final boolean active;

    HitInspection(CacheServices services) {
        this.services = services;
        this.inspector = services.extensions().inspector();
        this.active = inspector.isActive();
    }

    /** A request has been looked up. */
    void lookedUp(CacheExchange visit, boolean hit) {
        if (active && !visit.isHead()) {
            inspector.lookedUp(visit.reach(), StoredHit.rawPath(visit), hit, HitSampler.isDrawn(visit.nativeRequest()));
        }
    }

    /** Answers from the store, by way of the inspector. */
    Mono<Void> around(CacheExchange visit, SelectedResponse hit, Reason reason, Supplier<Mono<Void>> answer) {
        return active && reason == Reason.HIT && !visit.isHead()
                ? inspector.around(new StoredHit(services, visit, hit), answer)
                : answer.get();
    }
}
