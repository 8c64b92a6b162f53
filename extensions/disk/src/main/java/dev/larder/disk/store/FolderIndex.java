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
 * The index of a folder: a map of records per store, and what the folder has to remember beside them. What is put here is in
 * the file after the next {@link #commit}, all or nothing, and safe from loss of power when the system has written it.
 */
final class FolderIndex {

    private static final int CACHE_MB = 16;
    private static final int PAGE_BYTES = 4_096;
    private static final int FILL_TO_KEEP = 60;

    /** Pieces of the file that nothing refers to are written over after so long: two times {@link #sync} later, at least. */
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
     * @param onFault told when the file cannot be written any more
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

    /** A number that the index keeps; this one if it has none yet. */
    synchronized long secret(int which, long otherwise) {
        Long kept = facts.putIfAbsent("secret" + which, otherwise);
        return kept == null ? otherwise : kept;
    }

    /** Numbers of files are greater than this from now on, and than any that was given before. */
    synchronized void numberAfter(long greatest) {
        long given = Optional.ofNullable(facts.get(IDS)).orElse(0L);
        nextId.set(Math.max(greatest, given));
        reserved = nextId.get();
    }

    /** A number for a file, never given before: not even if power was lost since. */
    synchronized long newId() {
        long id = nextId.incrementAndGet();
        if (id > reserved) {
            reserved = id + IDS_AT_ONCE;
            facts.put(IDS, reserved);
        }
        return id;
    }

    /** Records of the store of this name by their hash. */
    MVMap<Long, byte[]> records(String store) {
        return file.openMap(
                STORE + store,
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
    }

    /** Names of all stores that ever had records. */
    List<String> stores() {
        return file.getMapNames().stream()
                .filter(name -> name.startsWith(STORE))
                .map(name -> name.substring(STORE.length()))
                .toList();
    }

    /** The latest time that the store has seen, in milliseconds; the least of all if it has seen none. */
    long latest(String store) {
        return Optional.ofNullable(facts.get(TIME + store)).orElse(Long.MIN_VALUE);
    }

    /** The store has seen this time. */
    void saw(String store, long millis) {
        if (millis > latest(store)) {
            facts.put(TIME + store, millis);
        }
    }

    /** The store begins anew at this time. */
    void sawFirst(String store, long millis) {
        facts.put(TIME + store, millis);
    }

    /** The number of a file that was given last. */
    long lastId() {
        return nextId.get();
    }

    boolean isClosed() {
        return file.isClosed();
    }

    boolean hasChanges() {
        return file.hasUnsavedChanges();
    }

    /** Writes what has changed into the file; returns when the system has it. */
    void commit() {
        file.commit();
    }

    /** Has the system write to the disk what it has; to be called every five seconds or so. */
    void sync() {
        file.sync();
    }

    /** Moves what is left of old pieces of the file together, a little at a time. */
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
