package dev.larder.cache.spi;

/** The result of a {@link CacheStore#put} or {@link CacheStore#replace}. */
public enum StoreOutcome {
    /** The entry is stored. A store may still drop it at any time. */
    STORED,
    /** The entry alone exceeds the store's bound. */
    TOO_LARGE,
    /** The store's admission policy valued the stored entries higher. */
    NOT_ADMITTED,
    /** The store cannot keep it now, for example on a full disk, and has reported that. The key has no entry. */
    UNAVAILABLE,
    /** The key did not have the expected entry; nothing has changed. */
    CONFLICT
}
