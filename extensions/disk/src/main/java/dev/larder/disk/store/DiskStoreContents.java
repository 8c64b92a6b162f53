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

/** Contents of a {@link DiskStore}, including expired entries not yet removed. Reading stamps and keys blocks. */
record DiskStoreContents(DiskEntries entries, ToLongFunction<CacheKey> hash) implements StoreContents {

    @Override
    public long count() {
        return entries.count();
    }

    @Override
    public long weight() {
        return entries.weight();
    }

    @Override
    public long maxWeight() {
        return entries.capacity();
    }

    @Override
    public Optional<EpochStamp> stamp(CacheKey key) {
        return record(key).map(record -> record.entry().stamp());
    }

    private Optional<DiskRecord> record(CacheKey key) {
        return Optional.ofNullable(entries.known(hash.applyAsLong(key)))
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
        return entries.known().stream().map(this::read).filter(Objects::nonNull).map(DiskRecord::key);
    }

    private @Nullable DiskRecord read(Long known) {
        try {
            return entries.read(known);
        } catch (FolderIndexException e) {
            return null;
        }
    }
}
