package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.ComparableResponse;
import dev.larder.gateway.exchange.RefetchComparison;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.StoredResponse;
import reactor.core.publisher.Mono;

/** A request that is answered from the store, as passed to a {@link HitInspector}. */
public final class StoredHit {

    private final CacheServices services;
    private final CacheExchange exchange;
    private final SelectedResponse selection;

    StoredHit(CacheServices services, CacheExchange exchange, SelectedResponse selection) {
        this.services = services;
        this.exchange = exchange;
        this.selection = selection;
    }

    /** Returns the id of the route. */
    public String route() {
        return exchange.route();
    }

    /** Returns the key of the stored response. */
    public CacheKey key() {
        return exchange.key();
    }

    /** Returns the requested path. */
    public String rawPath() {
        return exchange.described().rawPath();
    }

    /** Returns the tags that invalidate the response. */
    public ResourceTags resourceTags() {
        return exchange.resourceTags();
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
        return HitSampler.isDrawn(exchange.nativeRequest());
    }

    /** Returns whether no write has invalidated the response by now. */
    public boolean isUsable() {
        return services.fetching().store().usable(selection.stamp());
    }

    /** Fetches what the origin would send for this request without its conditions, without storing it. */
    public Mono<ComparableResponse> reread() {
        return new ComparisonFetch(services.fetching(), exchange).read();
    }

    /** Notifies listeners whether the origin now sends another response. */
    public void compared(boolean changed) {
        RefetchComparison.compared(
                services.extensions().events(),
                exchange.described(),
                selection.response(),
                changed,
                services.fetching().clock().steady());
    }
}
