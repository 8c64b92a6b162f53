package dev.larder.gateway.event;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls several listeners, one after the other. An exception of one affects neither the others nor the request. */
public final class CompositeCacheEventListener implements CacheEventListener {

    private static final Logger log = LoggerFactory.getLogger(CompositeCacheEventListener.class);

    private final Set<Class<?>> failed = ConcurrentHashMap.newKeySet();

    private final CacheEventListener[] listeners;

    private CompositeCacheEventListener(List<CacheEventListener> listeners) {
        this.listeners = listeners.toArray(CacheEventListener[]::new);
    }

    /** Combines the listeners that are listening into one; without any, no list is iterated. */
    public static CacheEventListener of(List<CacheEventListener> listeners) {
        List<CacheEventListener> listening =
                listeners.stream().filter(CacheEventListener::isListening).toList();
        return listening.isEmpty() ? NONE : new CompositeCacheEventListener(listening);
    }

    @Override
    public void hit(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.hit(route, key, entry);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public void forwarded(String route, long nanos) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.forwarded(route, nanos);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public void fetched(String route, CacheKey key, StoredResponse response, long cost, EpochStamp stamp) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.fetched(route, key, response, cost, stamp);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public void refreshed(String route, long cost) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.refreshed(route, cost);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public void shared(String route, CacheKey key, ResourceTags resourceTags, StoredResponse response) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.shared(route, key, resourceTags, response);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public void compared(RuleScope scope, Duration age, boolean changed, boolean stated) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.compared(scope, age, changed, stated);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public void refetched(ResourceTags resourceTags, String rawPath, EpochStamp stamp, boolean changed) {
        for (CacheEventListener listener : listeners) {
            try {
                listener.refetched(resourceTags, rawPath, stamp, changed);
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
    }

    @Override
    public WriteListener writeBegun(ResourceTags resourceTags, Set<CacheTag> tags) {
        List<WriteListener> begun = new ArrayList<>(listeners.length);
        for (CacheEventListener listener : listeners) {
            try {
                begun.add(listener.writeBegun(resourceTags, tags));
            } catch (Throwable fault) {
                failed(listener, fault);
            }
        }
        begun.removeIf(listener -> listener == WriteListener.NONE);
        return begun.isEmpty() ? WriteListener.NONE : new Begun(begun);
    }

    private void failed(Object listener, Throwable fault) {
        if (failed.add(listener.getClass())) {
            log.error("{} failed; further failures of its kind are not logged.", listener, fault);
        }
    }

    /** Calls the listeners for the outcome of one write. */
    private final class Begun implements WriteListener {

        private final List<WriteListener> told;

        Begun(List<WriteListener> told) {
            this.told = told;
        }

        @Override
        public void happened(EpochChange change, Set<CacheTag> more) {
            each(listener -> listener.happened(change, more));
        }

        @Override
        public void ended() {
            each(WriteListener::ended);
        }

        private void each(Consumer<WriteListener> event) {
            for (WriteListener listener : told) {
                try {
                    event.accept(listener);
                } catch (Throwable fault) {
                    failed(listener, fault);
                }
            }
        }
    }
}
