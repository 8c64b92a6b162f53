package dev.larder.policies.caffeine;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.policies.EntryNode;

/** An entry of the Caffeine cache. */
final class CaffeineNode<V> extends EntryNode<V> {

    /** The cause if the entry is removed explicitly: Caffeine does not distinguish a removal from a clearance. */
    volatile RemovalCause leaving = RemovalCause.CLEARED;

    CaffeineNode(CacheKey key, CacheEntry<V> entry) {
        super(key, entry);
    }
}
