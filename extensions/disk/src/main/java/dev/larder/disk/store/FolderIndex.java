package dev.larder.disk.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * The index of a folder: a map of records per store, and further values of the folder. Changes are in the file after the next
 * {@link #commit}, all or nothing, and survive a loss of power once the system has written them.
 */
final class FolderIndex {

    private static final int CACHE_MB = 16;
    private static final int PAGE_BYTES = 4_096;
    private static final int FILL_TO_KEEP = 60;

    /** Time after which unreferenced chunks of the file are overwritten: at least two times {@link #sync} later. */
    private static final int RETENTION_MILLIS = 10_000;

    private static final int MOVED_AT_ONCE = 4 << 20;
    private static final long IDS_AT_ONCE = 65_536;
    private static final String STORE = "store.";
    private static final String TIME = "time.";
    private static final String IDS = "ids";

    private final MVStore file;
    private final MVMap<String, Long> facts;
    private final AtomicLong nextId = new AtomicLong();
    private long reserved;

    private FolderIndex(MVStore file) {
        this.file = file;
        this.facts = file.openMap(
                "facts",
                new MVMap.Builder<String, Long>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(LongDataType.INSTANCE));
    }

    /**
     * Opens or creates the file.
     *
     * @param onFault called when the file can no longer be written
     * @throws RuntimeException if it cannot be opened, or is not an index
     */
    static FolderIndex open(Path path, Consumer<Throwable> onFault) {
        MVStore file = new MVStore.Builder()
                .fileName(path.toString())
                .cacheSize(CACHE_MB)
                .pageSplitSize(PAGE_BYTES)
                .autoCommitDisabled()
                .backgroundExceptionHandler((thread, fault) -> onFault.accept(fault))
                .open();
        file.setRetentionTime(RETENTION_MILLIS);
        try {
            return new FolderIndex(file);
        } catch (RuntimeException e) {
            file.closeImmediately();
            throw e;
        }
    }

    /** Returns a number that the index keeps; this one if it has none yet. */
    synchronized long secret(int which, long otherwise) {
        Long kept = facts.putIfAbsent("secret" + which, otherwise);
        return kept == null ? otherwise : kept;
    }

    /** Ensures that future file numbers are greater than this, and than any issued before. */
    synchronized void numberAfter(long greatest) {
        long given = Optional.ofNullable(facts.get(IDS)).orElse(0L);
        nextId.set(Math.max(greatest, given));
        reserved = nextId.get();
    }

    /** Returns a new file number, never issued before, not even before a loss of power. */
    synchronized long newId() {
        long id = nextId.incrementAndGet();
        if (id > reserved) {
            reserved = id + IDS_AT_ONCE;
            facts.put(IDS, reserved);
        }
        return id;
    }

    /** Returns the records of the store of this name by their hash. */
    MVMap<Long, byte[]> records(String store) {
        return file.openMap(
                STORE + store,
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
    }

    /** Returns the names of all stores that ever had records. */
    List<String> stores() {
        return file.getMapNames().stream()
                .filter(name -> name.startsWith(STORE))
                .map(name -> name.substring(STORE.length()))
                .toList();
    }

    /** Returns the latest time that the store has seen, in milliseconds; the least value if it has seen none. */
    long latest(String store) {
        return Optional.ofNullable(facts.get(TIME + store)).orElse(Long.MIN_VALUE);
    }

    /** Records a time that the store has seen. */
    void saw(String store, long millis) {
        if (millis > latest(store)) {
            facts.put(TIME + store, millis);
        }
    }

    /** Resets the time of a store that begins anew. */
    void sawFirst(String store, long millis) {
        facts.put(TIME + store, millis);
    }

    /** Returns the file number issued last. */
    long lastId() {
        return nextId.get();
    }

    boolean isClosed() {
        return file.isClosed();
    }

    boolean hasChanges() {
        return file.hasUnsavedChanges();
    }

    /** Writes changes to the file; returns when the system has them. */
    void commit() {
        file.commit();
    }

    /** Makes the system write its data to the disk; to be called about every five seconds. */
    void sync() {
        file.sync();
    }

    /** Compacts old chunks of the file, a little at a time. */
    void tidy() {
        file.compact(FILL_TO_KEEP, MOVED_AT_ONCE);
    }

    void close() {
        file.close();
    }

    /** Closes without writing anything. */
    void abandon() {
        file.closeImmediately();
    }
}
