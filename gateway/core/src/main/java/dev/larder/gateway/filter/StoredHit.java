package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.StoredResponse;
import java.util.Objects;
import reactor.core.publisher.Mono;

/** A request that is answered from the store, for who inspects it ({@link HitInspector}). */
public final class StoredHit {

    private final CacheServices services;
    private final CacheExchange exchange;
    private final SelectedResponse selection;

    StoredHit(CacheServices services, CacheExchange exchange, SelectedResponse selection) {
        this.services = services;
        this.exchange = exchange;
        this.selection = selection;
    }

    /** Id of the route. */
    public String route() {
        return exchange.route();
    }

    /** The key that is stored under. */
    public CacheKey key() {
        return exchange.key();
    }

    /** The path that was asked for. */
    public String rawPath() {
        return rawPath(exchange);
    }

    static String rawPath(CacheExchange exchange) {
        return Objects.requireNonNullElse(exchange.request().target().getRawPath(), "");
    }

    /** What can make the response wrong. */
    public ResourceTags resourceTags() {
        return exchange.resourceTags();
    }

    /** Of the response: when it was fetched, and its tags. */
    public EpochStamp stamp() {
        return selection.stamp();
    }

    /** What it is answered with. */
    public StoredResponse response() {
        return selection.response();
    }

    /** Whether {@link HitInspector#needsRoute} has said that this request has to take its route. */
    public boolean isDrawn() {
        return HitSampler.isDrawn(exchange.nativeRequest());
    }

    /** Whether no write stands against the response by now. */
    public boolean isUsable() {
        return services.fetching().store().usable(selection.stamp());
    }

    /** Asks the origin what it would send for this very request, less its conditions, and stores none of it. */
    public Mono<ComparableResponse> reread() {
        return new ComparisonFetch(services.fetching(), exchange).read();
    }

    /** Tells listeners whether the origin sends something else by now. */
    public void compared(boolean changed) {
        ComparisonReporter.tell(services, exchange, selection.response(), changed);
    }
}
