package dev.larder.cache.spi;

/** Told once for each entry that leaves a store, soon after it has left. Must not block and must not throw. */
@FunctionalInterface
public interface RemovalListener<V> {

    /** This entry is no longer stored under this key. */
    void onRemoval(CacheKey key, CacheEntry<V> entry, RemovalCause cause);

    /** The listener that does nothing: always the same, so that stores can spare themselves telling it. */
    @SuppressWarnings("unchecked")
    static <V> RemovalListener<V> none() {
        return (RemovalListener<V>) NoOpRemovalListener.NONE;
    }
}
