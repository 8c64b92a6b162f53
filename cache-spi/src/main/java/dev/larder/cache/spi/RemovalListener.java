package dev.larder.cache.spi;

/** Receives each entry that a store has removed, once, soon after its removal. Must not block and must not throw. */
@FunctionalInterface
public interface RemovalListener<V> {

    /** Receives entries and does nothing; use {@link #none} for the listener of one value type. */
    RemovalListener<Object> NONE = (key, entry, cause) -> {};

    /** Called after this entry is no longer stored under this key. */
    void onRemoval(CacheKey key, CacheEntry<V> entry, RemovalCause cause);

    /** Returns the listener that does nothing. It is always the same instance, so that stores can skip notifying it. */
    @SuppressWarnings("unchecked")
    static <V> RemovalListener<V> none() {
        return (RemovalListener<V>) NONE;
    }
}
