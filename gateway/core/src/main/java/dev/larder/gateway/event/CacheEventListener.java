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
import java.util.List;
import java.util.Set;

/**
 * Is told what the cache does, on event loops: it must not wait. What it throws is logged the first time, and changes nothing for
 * clients. Every bean of this type is told, if it {@link #isListening}.
 *
 * <p>A client's request is told of as {@link #forwarded} if its first look-up has found nothing that answers it. If what answers
 * it is stored or may be stored it is told of as {@link #hit}, {@link #fetched} or {@link #shared}.
 */
public interface CacheEventListener {

    /** Nobody listens. */
    CacheEventListener NONE = new CacheEventListener() {

        @Override
        public boolean isListening() {
            return false;
        }
    };

    /** All of these that listen, as one; of none there is no list to go through. */
    static CacheEventListener all(List<CacheEventListener> listeners) {
        List<CacheEventListener> listening =
                listeners.stream().filter(CacheEventListener::isListening).toList();
        return listening.isEmpty() ? NONE : new CompositeCacheEventListener(listening);
    }

    /** Whether it is to be told anything. Asked once, at the start. Default: true. */
    default boolean isListening() {
        return true;
    }

    /** A request has been answered from the store. */
    default void hit(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {}

    /** A request has been looked up in vain, which took so long. */
    default void forwarded(String route, long nanos) {}

    /**
     * A response that may be stored has been fetched for a client.
     *
     * @param cost nanoseconds that the origin took; 0 if it has only validated what was stored
     * @param stamp of what was fetched, taken before
     */
    default void fetched(String route, CacheKey key, StoredResponse response, long cost, EpochStamp stamp) {}

    /** A response has been fetched in the background, for no client, which took the origin so many nanoseconds. */
    default void refreshed(String route, long cost) {}

    /**
     * A request that was looked up in vain is answered with what another's request has brought: it has waited for it, or has found
     * it stored when it would have asked the origin itself.
     */
    default void shared(String route, CacheKey key, ResourceTags resourceTags, StoredResponse response) {}

    /**
     * The origin has said whether a stored response that no write has made wrong is still what it sends.
     *
     * @param age since the response was last known to be current
     * @param changed whether it sends something else
     * @param stated whether the origin states its freshness itself
     */
    default void compared(RuleScope scope, Duration age, boolean changed, boolean stated) {}

    /**
     * The origin has said whether a stored response that a write had made wrong is still what it sends.
     *
     * @param stamp of what was stored
     * @param changed whether it sends something else
     */
    default void refetched(ResourceTags resourceTags, String rawPath, EpochStamp stamp, boolean changed) {}

    /**
     * A write begins; it has not been forwarded.
     *
     * @param tags what it may make wrong, as far as that is known
     * @return is told how it ends; {@link WriteListener#NONE} if that is of no interest
     */
    default WriteListener writeBegun(ResourceTags resourceTags, Set<CacheTag> tags) {
        return WriteListener.NONE;
    }
}
