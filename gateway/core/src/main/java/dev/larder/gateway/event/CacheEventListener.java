package dev.larder.gateway.event;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;
import java.util.Set;

/**
 * Receives events of the cache, on event loops: implementations must not block. The first exception of a listener is logged;
 * exceptions do not affect clients. Every bean of this type receives events, if it {@link #isListening}.
 *
 * <p>A client's request is reported as {@link #forwarded} if its first lookup has found no response that answers it. If the
 * response that answers it is stored, or may be stored, it is reported as {@link #hit}, {@link #fetched} or {@link #shared}.
 */
public interface CacheEventListener {

    /** Receives no events. */
    CacheEventListener NONE = new CacheEventListener() {

        @Override
        public boolean isListening() {
            return false;
        }
    };

    /** Returns whether it receives events. Called once at startup. Default: true. */
    default boolean isListening() {
        return true;
    }

    /** Called when a request has been answered from the store. */
    default void hit(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {}

    /** Called when a lookup has found no response, with its duration. */
    default void forwarded(String route, long nanos) {}

    /**
     * Called when a storable response has been fetched for a client.
     *
     * @param cost nanoseconds that the origin took; 0 if it has only validated the stored response
     * @param stamp stamp of the response, taken before the fetch
     */
    default void fetched(String route, CacheKey key, StoredResponse response, long cost, EpochStamp stamp) {}

    /** Called when a response has been fetched in the background, with the nanoseconds that the origin took. */
    default void refreshed(String route, long cost) {}

    /**
     * Called when a request whose lookup found no response is answered with the result of another request: it has waited for
     * that, or has found it stored just before it was forwarded.
     */
    default void shared(String route, CacheKey key, ResourceTags resourceTags, StoredResponse response) {}

    /**
     * Called when the origin has told whether a stored response that no write has invalidated is still current.
     *
     * @param age time since the response was last known to be current
     * @param changed whether the origin now sends another response
     * @param stated whether the origin states its freshness itself
     */
    default void compared(RuleScope scope, Duration age, boolean changed, boolean stated) {}

    /**
     * Called when the origin has told whether a stored response that a write had invalidated is still current.
     *
     * @param stamp stamp of the stored response
     * @param changed whether the origin now sends another response
     */
    default void refetched(ResourceTags resourceTags, String rawPath, EpochStamp stamp, boolean changed) {}

    /**
     * Called when a write begins, before it is forwarded.
     *
     * @param tags tags that it may invalidate, as far as known
     * @return receives the outcome; {@link WriteListener#NONE} if not needed
     */
    default WriteListener writeBegun(ResourceTags resourceTags, Set<CacheTag> tags) {
        return WriteListener.NONE;
    }
}
