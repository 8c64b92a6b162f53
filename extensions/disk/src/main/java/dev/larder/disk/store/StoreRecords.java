package dev.larder.disk.store;

import java.util.HashSet;
import java.util.Set;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/** The records of a store in the index, by hash; none at times when there is no index. Every fault is an {@link FolderIndexException}. */
final class StoreRecords {

    private final DiskFaults faults;
    private volatile @Nullable MVMap<Long, byte[]> map;

    /** Without an index. */
    StoreRecords(DiskFaults faults) {
        this.faults = faults;
    }

    /** They are in this map of the index from now on; null if there is no index. */
    void lieIn(@Nullable MVMap<Long, byte[]> other) {
        map = other;
    }

    /** The record under the hash; null if there is none that can be read. */
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
     * Those that have one that can be read, by going through all: in a damaged index what the map has counted is wrong, and a record may
     * lie where no search finds it.
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

    /** The map they lie in. */
    MVMap<Long, byte[]> present() {
        MVMap<Long, byte[]> present = map;
        if (present == null) {
            throw new FolderIndexException("there is no index");
        }
        return present;
    }
}
