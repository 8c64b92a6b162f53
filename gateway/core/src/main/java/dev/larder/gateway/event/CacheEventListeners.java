package dev.larder.gateway.event;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.gateway.observe.Section;
import dev.larder.gateway.route.Reach;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Variants;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Several listeners, one after the other. */
final class CacheEventListeners implements CacheEventListener {

    private final CacheEventListener[] listeners;

    CacheEventListeners(List<CacheEventListener> listeners) {
        this.listeners = listeners.toArray(CacheEventListener[]::new);
    }

    @Override
    public void hit(String route, CacheKey key, CacheEntry<Variants> entry) {
        for (CacheEventListener listener : listeners) {
            listener.hit(route, key, entry);
        }
    }

    @Override
    public void forwarded(String route, long nanos) {
        for (CacheEventListener listener : listeners) {
            listener.forwarded(route, nanos);
        }
    }

    @Override
    public void fetched(String route, CacheKey key, StoredResponse response, long cost, Stamp stamp) {
        for (CacheEventListener listener : listeners) {
            listener.fetched(route, key, response, cost, stamp);
        }
    }

    @Override
    public void refreshed(String route, long cost) {
        for (CacheEventListener listener : listeners) {
            listener.refreshed(route, cost);
        }
    }

    @Override
    public void shared(String route, CacheKey key, Reach reach, StoredResponse response) {
        for (CacheEventListener listener : listeners) {
            listener.shared(route, key, reach, response);
        }
    }

    @Override
    public void compared(Section section, Duration age, boolean changed, boolean stated) {
        for (CacheEventListener listener : listeners) {
            listener.compared(section, age, changed, stated);
        }
    }

    @Override
    public void refetched(Reach reach, String rawPath, Stamp stamp, boolean changed) {
        for (CacheEventListener listener : listeners) {
            listener.refetched(reach, rawPath, stamp, changed);
        }
    }

    @Override
    public WriteListener writeBegun(Reach reach, Set<Tag> tags) {
        return WriteListener.all(Arrays.stream(listeners)
                .map(listener -> listener.writeBegun(reach, tags))
                .filter(listener -> listener != WriteListener.NONE)
                .toList());
    }
}
