package dev.larder.policies.caffeine;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.policies.Node;

/** An entry as the cache holds it. */
final class Held<V> extends Node<V> {

    /** Why it leaves if it is taken out explicitly: Caffeine does not tell a removal from a clearance. */
    volatile RemovalCause leaving = RemovalCause.CLEARED;

    Held(CacheKey key, CacheEntry<V> entry) {
        super(key, entry);
    }
}
