package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.exchange.RefetchComparison;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.store.ComparableResponse;
import dev.larder.rfc9111.StoredResponse;
import reactor.core.publisher.Mono;

/** A request that is answered from the store, as passed to a {@link HitInspector}. */
public final class StoredHit {

    private final ExchangeServices services;
    private final ExchangeRequest request;
    private final SelectedResponse selection;
    private final boolean drawn;
    private final Mono<ComparableResponse> current;

    /**
     * Creates a hit that is about to be served.
     *
     * @param drawn whether {@link HitInspector#needsRoute} has returned true for the request
     * @param current fetches what the origin would send for it now
     */
    public StoredHit(
            ExchangeServices services,
            ExchangeRequest request,
            SelectedResponse selection,
            boolean drawn,
            Mono<ComparableResponse> current) {
        this.services = services;
        this.request = request;
        this.selection = selection;
        this.drawn = drawn;
        this.current = current;
    }

    /** Returns the id of the route. */
    public String route() {
        return request.route();
    }

    /** Returns the key of the stored response. */
    public CacheKey key() {
        return request.key();
    }

    /** Returns the requested path. */
    public String rawPath() {
        return request.rawPath();
    }

    /** Returns the tags that invalidate the response. */
    public ResourceTags resourceTags() {
        return request.resourceTags();
    }

    /** Returns the stamp of the response: when it was fetched, and its tags. */
    public EpochStamp stamp() {
        return selection.stamp();
    }

    /** Returns the response. */
    public StoredResponse response() {
        return selection.response();
    }

    /** Returns whether {@link HitInspector#needsRoute} has returned true for this request. */
    public boolean isDrawn() {
        return drawn;
    }

    /** Returns whether no write has invalidated the response by now. */
    public boolean isUsable() {
        return services.store().isUsable(selection.stamp());
    }

    /** Fetches what the origin would send for this request without its conditions, without storing it. */
    public Mono<ComparableResponse> reread() {
        return current;
    }

    /** Notifies listeners whether the origin now sends another response. */
    public void compared(boolean changed) {
        RefetchComparison.compared(
                services.events(),
                request,
                selection.response(),
                changed,
                services.clock().steady());
    }
}
