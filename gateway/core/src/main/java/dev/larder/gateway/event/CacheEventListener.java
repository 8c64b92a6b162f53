package dev.larder.gateway.event;

import dev.larder.gateway.observe.Section;
import java.time.Duration;
import java.util.List;

/** Is told what the cache does, on event loops: it must not wait, and must not throw. Every bean of this type is. */
public interface CacheEventListener {

    /** Nobody listens. */
    CacheEventListener NONE = new CacheEventListener() {};

    /** All of these as one; of none and of one there is no list to go through. */
    static CacheEventListener all(List<CacheEventListener> listeners) {
        return switch (listeners.size()) {
            case 0 -> NONE;
            case 1 -> listeners.get(0);
            default -> new CacheEventListeners(listeners);
        };
    }

    /**
     * The origin has said whether a stored response that no write has made wrong is still what it sends.
     *
     * @param age since the response was last known to be current
     * @param changed whether it sends something else
     * @param stated whether the origin states its freshness itself
     */
    default void fetched(Section section, Duration age, boolean changed, boolean stated) {}
}
