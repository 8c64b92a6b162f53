package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An entry to be stored.
 *
 * @param condition on the key's current record, which is null if there is none
 * @param blobs files of its contents, each created or pinned by the caller
 */
record RecordDraft(
        CacheKey key, Predicate<@Nullable DiskRecord> condition, CacheEntry<EntryHead> entry, List<BlobRef> blobs) {}
