package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * An entry in the form that the index keeps.
 *
 * @param sequence position in the order of storing, unique in its store
 * @param entry with the head of its value
 * @param blobs files of its contents, in order
 */
record DiskRecord(long sequence, CacheKey key, CacheEntry<EntryHead> entry, List<BlobRef> blobs) {

    boolean hasPassed(Instant now) {
        return now.isAfter(entry.dropAfter());
    }

    /** Whether an entry of this encoded form equals this one: compares contents by length and checksum. */
    boolean hasForm(CacheEntry<EntryHead> other, List<BlobRef> contents) {
        if (contents.size() != blobs.size() || !isAlike(other)) {
            return false;
        }
        for (int i = 0; i < contents.size(); i++) {
            if (!blobs.get(i).hasBytesOf(contents.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isAlike(CacheEntry<EntryHead> other) {
        return entry.weight() == other.weight()
                && entry.cost() == other.cost()
                && entry.dropAfter().equals(other.dropAfter())
                && entry.stamp().equals(other.stamp())
                && Arrays.equals(entry.value().bytes(), other.value().bytes());
    }
}
