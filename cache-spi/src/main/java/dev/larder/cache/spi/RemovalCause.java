package dev.larder.cache.spi;

/** Why an entry left its store. */
public enum RemovalCause {
    /** {@link CacheStore#remove} named it. */
    REMOVED,
    /** A later write under the same key superseded it. */
    REPLACED,
    /** The policy named it a victim to keep the bound. */
    EVICTED,
    /** Its {@link CacheEntry#dropAfter()} passed. */
    EXPIRED,
    /** {@link CacheStore#clear} swept it out. */
    CLEARED
}
