package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.rfc9111.Variants;

/** Joins this gateway's store with those of others. */
public interface SharedStoreFactory {

    /** The store that all share, with this one in front of it. */
    CacheStore<Variants> create(CacheStore<Variants> inMemory);
}
