package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import dev.larder.policies.EntryNode;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The contents of a {@link BoundedStore}, including expired entries that have not been found yet. */
record BoundedContents(ConcurrentHashMap<CacheKey, ? extends EntryNode<?>> nodes, long maxWeight, LongSupplier bytes)
        implements StoreContents {

    @Override
    public long count() {
        return nodes.mappingCount();
    }

    @Override
    public long weight() {
        return bytes.getAsLong();
    }

    @Override
    public Optional<EpochStamp> stamp(CacheKey key) {
        return Optional.ofNullable(nodes.get(key)).map(node -> node.entry.stamp());
    }

    @Override
    public OptionalLong weight(CacheKey key) {
        EntryNode<?> node = nodes.get(key);
        return node == null ? OptionalLong.empty() : OptionalLong.of(node.entry.weight());
    }

    @Override
    public Stream<CacheKey> keys() {
        return nodes.keySet().stream();
    }
}
