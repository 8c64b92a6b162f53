package dev.larder.gateway.event;

import dev.larder.gateway.observe.Section;
import java.time.Duration;
import java.util.List;

/** Several listeners, one after the other. */
final class CacheEventListeners implements CacheEventListener {

    private final CacheEventListener[] listeners;

    CacheEventListeners(List<CacheEventListener> listeners) {
        this.listeners = listeners.toArray(CacheEventListener[]::new);
    }

    @Override
    public void fetched(Section section, Duration age, boolean changed, boolean stated) {
        for (CacheEventListener listener : listeners) {
            listener.fetched(section, age, changed, stated);
        }
    }
}
