package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Accepts the record of one expected entry, in the form that the index keeps. */
record ExpectedEntry(CacheEntry<EntryHead> entry, List<BlobRef> contents) implements Predicate<@Nullable DiskRecord> {

    static <V> ExpectedEntry of(CacheEntry<V> entry, EntryCodec<V> codec) {
        EntryCodec.EntryParts parts = codec.encode(entry.value());
        return new ExpectedEntry(
                withHead(entry, parts.head()),
                parts.contents().stream().map(EntryContentWriter::formOf).toList());
    }

    static CacheEntry<EntryHead> withHead(CacheEntry<?> entry, EntryHead head) {
        return new CacheEntry<>(head, entry.weight(), entry.cost(), entry.dropAfter(), entry.stamp());
    }

    @Override
    public boolean test(@Nullable DiskRecord held) {
        return held != null && held.hasForm(entry, contents);
    }
}
