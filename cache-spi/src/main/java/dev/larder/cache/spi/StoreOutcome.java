package dev.larder.cache.spi;

/** What became of a {@link CacheStore#put} or {@link CacheStore#replace}. */
public enum StoreOutcome {
    /** The entry is stored. A store may still drop it at any time. */
    STORED,
    /** The entry alone is heavier than the store may ever hold. */
    TOO_LARGE,
    /** The store's admission policy judged what it holds worth more. */
    NOT_ADMITTED,
    /** The store has no means to keep it now, such as room on its disk; it has said so itself. The key holds nothing. */
    UNAVAILABLE,
    /** The key did not hold the expected entry; nothing has changed. */
    CONFLICT
}
