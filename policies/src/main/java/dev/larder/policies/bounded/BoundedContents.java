package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.StoreContents;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** What a {@link BoundedStore} holds, entries whose time has passed included until they are met. */
record BoundedContents(ConcurrentHashMap<CacheKey, ?> nodes, LongSupplier bytes) implements StoreContents {

    @Override
    public long count() {
        return nodes.mappingCount();
    }

    @Override
    public long weight() {
        return bytes.getAsLong();
    }

    @Override
    public Stream<CacheKey> keys() {
        return nodes.keySet().stream();
    }
}
