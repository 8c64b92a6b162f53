package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryCodec.Head;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The entry that a key has to hold, as the index would have it. */
record Expected(CacheEntry<Head> entry, List<BlobRef> contents) implements Predicate<@Nullable DiskRecord> {

    static <V> Expected of(CacheEntry<V> entry, EntryCodec<V> codec) {
        EntryCodec.Parts parts = codec.encode(entry.value());
        return new Expected(
                withHead(entry, parts.head()),
                parts.contents().stream().map(Bodies::formOf).toList());
    }

    static CacheEntry<Head> withHead(CacheEntry<?> entry, Head head) {
        return new CacheEntry<>(head, entry.weight(), entry.cost(), entry.dropAfter(), entry.stamp());
    }

    @Override
    public boolean test(@Nullable DiskRecord held) {
        return held != null && held.hasForm(entry, contents);
    }
}
