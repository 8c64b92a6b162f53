package dev.larder.disk.store;

import java.util.HashSet;
import java.util.Set;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/** The records of a store in the index, by hash; none while there is no index. Every fault is a {@link FolderIndexException}. */
final class StoreRecords {

    private final DiskFaults faults;
    private volatile @Nullable MVMap<Long, byte[]> map;

    /** Creates an object without an index. */
    StoreRecords(DiskFaults faults) {
        this.faults = faults;
    }

    /** Uses this map of the index from now on; null if there is no index. */
    void lieIn(@Nullable MVMap<Long, byte[]> other) {
        map = other;
    }

    /** Returns the record under the hash; null if there is none that can be read. */
    @Nullable
    DiskRecord read(Long hash) {
        MVMap<Long, byte[]> present = map;
        if (present == null) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = present.get(hash);
        } catch (RuntimeException e) {
            throw new FolderIndexException(e, false);
        }
        return bytes == null ? null : decode(hash, bytes);
    }

    private @Nullable DiskRecord decode(Long hash, byte[] bytes) {
        DiskRecord record = RecordFormat.decode(hash, bytes).orElse(null);
        if (record == null && RecordFormat.isKnown(bytes)) {
            faults.happened(DiskFaults.Kind.DAMAGED, "a record of the index is damaged and was dropped", null);
        }
        return record;
    }

    void put(Long hash, DiskRecord record) {
        byte[] bytes = RecordFormat.encode(hash, record);
        try {
            present().put(hash, bytes);
        } catch (RuntimeException e) {
            throw new FolderIndexException(e, true);
        }
    }

    void remove(Long hash) {
        try {
            present().remove(hash);
        } catch (RuntimeException e) {
            throw new FolderIndexException(e, true);
        }
    }

    /**
     * Returns the hashes with a readable record, by iterating over all: in a damaged index the map's counts are wrong, and a
     * record may be where no search finds it.
     */
    Set<Long> hashes() {
        Set<Long> hashes = new HashSet<>();
        present().keyIterator(null).forEachRemaining(hash -> {
            if (read(hash) != null) {
                hashes.add(hash);
            }
        });
        return hashes;
    }

    /** Returns the map of the records. */
    MVMap<Long, byte[]> present() {
        MVMap<Long, byte[]> present = map;
        if (present == null) {
            throw new FolderIndexException("there is no index");
        }
        return present;
    }
}
