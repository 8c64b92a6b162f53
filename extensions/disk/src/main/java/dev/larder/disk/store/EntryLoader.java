package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Creates entries from records.
 *
 * @param inHeap contents of up to so many bytes are read into the heap
 */
record EntryLoader<V>(BlobFiles files, EntryCodec<V> codec, long inHeap) {

    /**
     * Loads the entry; blocks.
     *
     * @return empty if the codec does not know the value's format
     * @throws NoSuchFileException if a file is missing
     * @throws DamagedFileException if a file has other bytes than were written
     */
    Optional<CacheEntry<V>> load(DiskRecord record, BlobOwner owner) throws IOException {
        var contents = new ArrayList<EntryContent>(record.blobs().size());
        for (BlobRef ref : record.blobs()) {
            var blob = new BlobContent(files, ref, owner);
            contents.add(ref.length() <= inHeap ? inHeap(ref, blob) : blob);
        }
        return entry(record.entry(), contents);
    }

    private HeapContent inHeap(BlobRef ref, BlobContent blob) throws IOException {
        if (!files.pin(ref.id())) {
            throw new NoSuchFileException(blob.toString());
        }
        try {
            var content = new HeapContent(files.read(ref));
            content.keptAs(blob);
            return content;
        } finally {
            files.unpin(ref.id());
        }
    }

    private Optional<CacheEntry<V>> entry(CacheEntry<EntryHead> held, List<EntryContent> contents) {
        return codec.decode(held.value(), contents)
                .map(value -> new CacheEntry<>(value, held.weight(), held.cost(), held.dropAfter(), held.stamp()));
    }
}
