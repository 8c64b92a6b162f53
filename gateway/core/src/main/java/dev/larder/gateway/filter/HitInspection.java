package dev.larder.gateway.filter;

import dev.larder.gateway.describe.ExchangeRequest;
import reactor.core.publisher.Mono;

/** Passes lookups, and each hit before it is answered, to the inspector of hits, if there is one. */
public final class HitInspection {

    private final HitInspector inspector;
    private final boolean active;

    /** Creates the inspection of all hits that are not answered early. */
    public HitInspection(HitInspector inspector) {
        this.inspector = inspector;
        this.active = inspector.isActive();
    }

    /** Returns whether there is an inspector. */
    public boolean isActive() {
        return active;
    }

    /**
     * Called when a request has been looked up.
     *
     * @param drawn whether it was drawn before
     */
    public void lookedUp(ExchangeRequest request, boolean hit, boolean drawn) {
        if (active && !request.isHead()) {
            inspector.lookedUp(request.resourceTags(), request.rawPath(), hit, drawn);
        }
    }

    /** Answers from the store through the inspector. */
    public Mono<Void> around(StoredHit hit, Runnable answer) {
        return inspector.around(hit, () -> Mono.fromRunnable(answer));
    }
}
