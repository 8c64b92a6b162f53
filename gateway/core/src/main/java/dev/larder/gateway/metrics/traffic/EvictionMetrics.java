package dev.larder.gateway.metrics.traffic;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.rfc9111.ResponseVariants;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts entries that leave the stores, by cause. */
public final class EvictionMetrics {

    /** Counts nothing. */
    public static final EvictionMetrics UNWATCHED = new EvictionMetrics(Optional.empty());

    private static final Set<RemovalCause> COUNTED =
            Set.of(RemovalCause.EVICTED, RemovalCause.EXPIRED, RemovalCause.REMOVED, RemovalCause.CLEARED);

    private final Optional<EvictedKeyHistory> history;
    private final Map<String, Map<RemovalCause, LongAdder>> counts = new ConcurrentHashMap<>();

    private EvictionMetrics(Optional<EvictedKeyHistory> history) {
        this.history = history;
    }

    /** Creates an instance that also records removed keys in this history. */
    public static EvictionMetrics watched(EvictedKeyHistory history) {
        return new EvictionMetrics(Optional.of(history));
    }

    /** Returns the history of removed keys; empty if there is none. */
    public Optional<EvictedKeyHistory> departures() {
        return history;
    }

    /** Returns a listener for a store. */
    public RemovalListener<ResponseVariants> of(String store) {
        return history.<RemovalListener<ResponseVariants>>map(watching -> listener(watching, counts(store)))
                .orElseGet(RemovalListener::none);
    }

    /** Returns a listener for the memory in front of a larger store: entries may still be there, so they are not counted. */
    public RemovalListener<ResponseVariants> ofMemory() {
        return history.<RemovalListener<ResponseVariants>>map(
                        watching -> (key, entry, cause) -> note(watching, key, entry, cause))
                .orElseGet(RemovalListener::none);
    }

    /** Returns the number of entries that have left each store, by cause; replaced entries have not left. */
    public Map<String, Map<RemovalCause, LongAdder>> counts() {
        return counts;
    }

    private Map<RemovalCause, LongAdder> counts(String store) {
        return counts.computeIfAbsent(store, name -> {
            Map<RemovalCause, LongAdder> none = new EnumMap<>(RemovalCause.class);
            COUNTED.forEach(cause -> none.put(cause, new LongAdder()));
            return none;
        });
    }

    private static RemovalListener<ResponseVariants> listener(
            EvictedKeyHistory history, Map<RemovalCause, LongAdder> counts) {
        return (key, entry, cause) -> {
            LongAdder count = counts.get(cause);
            if (count != null) {
                count.increment();
                note(history, key, entry, cause);
            }
        };
    }

    private static void note(
            EvictedKeyHistory history, CacheKey key, CacheEntry<ResponseVariants> entry, RemovalCause cause) {
        switch (cause) {
            case EVICTED, EXPIRED ->
                history.madeRoom(key, entry.stamp().epoch(), entry.value().freshUntil());
            case REMOVED, CLEARED -> history.removed(key);
            case REPLACED -> {
                // The replacement is stored under the same key.
            }
        }
    }
}
