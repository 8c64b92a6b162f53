package dev.larder.policies.caffeine;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.policies.EntryNode;

/** An entry as the cache holds it. */
final class CaffeineNode<V> extends EntryNode<V> {

    /** Why it leaves if it is taken out explicitly: Caffeine does not tell a removal from a clearance. */
    volatile RemovalCause leaving = RemovalCause.CLEARED;

    CaffeineNode(CacheKey key, CacheEntry<V> entry) {
        super(key, entry);
    }
}
