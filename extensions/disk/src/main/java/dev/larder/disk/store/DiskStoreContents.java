package dev.larder.disk.store;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@link DiskStore} holds, entries whose time has passed included until they are met. Stamps and keys block. */
record DiskStoreContents(DiskEntries shelf, ToLongFunction<CacheKey> hash) implements StoreContents {

    @Override
    public long count() {
        return shelf.count();
    }

    @Override
    public long weight() {
        return shelf.weight();
    }

    @Override
    public long maxWeight() {
        return shelf.capacity();
    }

    @Override
    public Optional<EpochStamp> stamp(CacheKey key) {
        return record(key).map(record -> record.entry().stamp());
    }

    private Optional<DiskRecord> record(CacheKey key) {
        return Optional.ofNullable(shelf.known(hash.applyAsLong(key)))
                .map(this::read)
                .filter(record -> record.key().equals(key));
    }

    @Override
    public OptionalLong weight(CacheKey key) {
        return record(key)
                .map(record -> OptionalLong.of(record.entry().weight()))
                .orElse(OptionalLong.empty());
    }

    @Override
    public Stream<CacheKey> keys() {
        return shelf.known().stream().map(this::read).filter(Objects::nonNull).map(DiskRecord::key);
    }

    private @Nullable DiskRecord read(Long known) {
        try {
            return shelf.read(known);
        } catch (FolderIndexException e) {
            return null;
        }
    }
}
