package dev.larder.cache.spi;

/** Why an entry was removed from its store. */
public enum RemovalCause {
    /** {@link CacheStore#remove} removed it. */
    REMOVED,
    /** A later write under the same key superseded it. */
    REPLACED,
    /** The eviction policy selected it as a victim. */
    EVICTED,
    /** Its {@link CacheEntry#dropAfter()} passed. */
    EXPIRED,
    /** {@link CacheStore#clear} removed it. */
    CLEARED
}
