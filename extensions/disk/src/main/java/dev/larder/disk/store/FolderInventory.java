package dev.larder.disk.store;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

/**
 * Inventory of a folder that is being opened: makes index and files agree by dropping what only one of them has.
 *
 * @param records of each store, complete
 * @param greatestId greatest file number
 */
record FolderInventory(Map<String, List<IndexedRecord>> records, long greatestId, long lostFiles, long lostRecords) {

    /**
     * Takes the inventory, and deletes files and records without a counterpart.
     *
     * @throws RuntimeException if the index cannot be read to its end
     */
    static FolderInventory take(FolderIndex index, Path blobs) {
        var listing = CompletableFuture.supplyAsync(() -> list(blobs));
        var count = new Count();
        var read = new HashMap<String, List<Kept>>();
        for (String store : index.stores()) {
            read.put(store, count.read(index.records(store)));
        }
        SortedLongArray onDisk = listing.join();
        count.ids.sort();
        var records = new HashMap<String, List<IndexedRecord>>();
        read.forEach((store, kept) -> records.put(store, count.match(index.records(store), kept, onDisk)));
        count.matched.sort();
        long orphans = delete(blobs, onDisk, id -> !count.matched.has(id));
        long greatest = Math.max(count.ids.max(), onDisk.max());
        return new FolderInventory(records, greatest, orphans, count.lost);
    }

    /** Deletes these files; returns the greatest file number found. */
    static long deleteAll(Path blobs, LongPredicate which) {
        SortedLongArray onDisk = list(blobs);
        delete(blobs, onDisk, which);
        return onDisk.max();
    }

    private record Kept(IndexedRecord found, List<BlobRef> blobs) {}

    private static final class Count {
        final SortedLongArray ids = new SortedLongArray();
        final SortedLongArray matched = new SortedLongArray();
        long lost;

        List<Kept> read(MVMap<Long, byte[]> map) {
            var kept = new ArrayList<Kept>();
            var strange = new ArrayList<Long>();
            Cursor<Long, byte[]> cursor = map.cursor(null);
            while (cursor.hasNext()) {
                Long hash = cursor.next();
                Optional<DiskRecord> record = RecordFormat.decode(hash, cursor.getValue());
                record.ifPresentOrElse(known -> kept.add(kept(hash, known)), () -> strange.add(hash));
            }
            strange.forEach(map::remove);
            lost += strange.size();
            return kept;
        }

        private Kept kept(Long hash, DiskRecord record) {
            record.blobs().forEach(blob -> ids.add(blob.id()));
            var entry = record.entry();
            return new Kept(
                    new IndexedRecord(hash, record.sequence(), entry.weight(), entry.cost(), entry.dropAfter()),
                    record.blobs());
        }

        List<IndexedRecord> match(MVMap<Long, byte[]> map, List<Kept> kept, SortedLongArray onDisk) {
            var found = new ArrayList<IndexedRecord>(kept.size());
            for (Kept one : kept) {
                if (one.blobs.stream().allMatch(blob -> onDisk.has(blob.id()))) {
                    one.blobs.forEach(blob -> matched.add(blob.id()));
                    found.add(one.found);
                } else {
                    map.remove(one.found.hash());
                    lost++;
                }
            }
            return found;
        }
    }

    private static SortedLongArray list(Path blobs) {
        var ids = new SortedLongArray();
        for (String folder : names(blobs.toFile())) {
            for (String name : names(blobs.resolve(folder).toFile())) {
                long id = idOf(name);
                if (id > 0 && BlobFiles.folderOf(id).equals(folder)) {
                    ids.add(id);
                } else {
                    delete(blobs.resolve(folder).resolve(name));
                }
            }
        }
        return ids.sort();
    }

    private static String[] names(File folder) {
        String[] names = folder.list();
        return names == null ? new String[0] : names;
    }

    /** Returns the file number in this name; 0 if it is not the name of such a file. */
    private static long idOf(String name) {
        try {
            return name.length() == 2 * Long.BYTES ? HexFormat.fromHexDigitsToLong(name) : 0;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    private static long delete(Path blobs, SortedLongArray onDisk, LongPredicate which) {
        long deleted = 0;
        for (int i = 0; i < onDisk.size(); i++) {
            long id = onDisk.get(i);
            if (which.test(id)) {
                delete(blobs.resolve(BlobFiles.folderOf(id)).resolve(BlobFiles.nameOf(id)));
                deleted++;
            }
        }
        return deleted;
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            System.getLogger(FolderInventory.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot delete what does not belong here", e);
        }
    }
}
