package dev.larder.disk.store;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.eviction.EvictionPolicy;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A folder of disk stores: their index, and the files of their contents. Used by one process at a time.
 *
 * <p>The index is written every {@value #COMMIT_MILLIS} ms. If it cannot be read when the folder is opened, or cannot be written
 * later, it is discarded with all files, and recreated as soon as that succeeds.
 */
public final class DiskFolder implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(DiskFolder.class.getName());
    private static final long COMMIT_MILLIS = 250;
    private static final int TICKS_BETWEEN_TIDYING = 4;
    private static final int TICKS_BETWEEN_SYNCS = 18;
    private static final int TICKS_BETWEEN_ATTEMPTS = 40;
    private static final long CLOCK_MAY_GO_BACK_MILLIS = 60_000;

    private final FolderLayout place;
    private final DiskFaults faults;
    private final @Nullable FileChannel lock;
    private final DiskThreadPools threads;
    private final BlobFiles files;
    private final FolderContext context;
    private final Map<String, DiskStore<?>> stores = new ConcurrentHashMap<>();
    private final Map<String, List<IndexedRecord>> found = new ConcurrentHashMap<>();
    private final AtomicBoolean lost = new AtomicBoolean();
    private long secret0 = new SecureRandom().nextLong();
    private long secret1 = new SecureRandom().nextLong();
    private volatile @Nullable FolderIndex index;
    private volatile boolean closed;
    private long tick;
    private boolean unsynced;

    private DiskFolder(FolderLayout place, DiskFaults faults, @Nullable FileChannel lock) {
        this.place = place;
        this.faults = faults;
        this.lock = lock;
        this.threads = new DiskThreadPools(faults);
        this.files = new BlobFiles(place.blobs(), faults, threads::workLater, this::newId);
        this.context = new FolderContext(files, threads, this::hash, this::commit, this::indexFailed);
    }

    /**
     * Opens the folder, or creates it with access for its owner only; all it creates inside is for the owner only in either case.
     * Deletes files unknown to the index and records with a missing file. A folder that cannot be written to opens too, and every
     * lookup misses.
     *
     * @throws FolderInUseException if another process has it
     * @throws java.io.UncheckedIOException if there is no such folder and none can be created
     */
    public static DiskFolder open(Path folder, DiskFaults faults) {
        var place = new FolderLayout(folder.toAbsolutePath());
        place.create();
        FileChannel lock = null;
        try {
            lock = place.lock();
        } catch (IOException e) {
            String what = "nothing can be written in " + folder + ": nothing is stored there and everything a miss";
            faults.happened(DiskFaults.Kind.WRITE, what, e);
        }
        var opened = new DiskFolder(place, faults, lock);
        opened.openIndex();
        opened.threads.every(COMMIT_MILLIS, opened::tick);
        return opened;
    }

    private void openIndex() {
        if (lock == null) {
            return;
        }
        try {
            place.createParts();
            takeInventory();
        } catch (IOException | RuntimeException e) {
            faults.happened(
                    DiskFaults.Kind.INDEX,
                    "the index in " + place.folder() + " is damaged: all of it is thrown away",
                    e);
            lost.set(true);
            beginAnew();
        }
    }

    private void takeInventory() {
        FolderIndex opened = FolderIndex.open(place.index(), this::indexFailed);
        try {
            FolderInventory inventory = FolderInventory.take(opened, place.blobs());
            found.putAll(inventory.records());
            opened.numberAfter(inventory.greatestId());
            secret0 = opened.secret(0, secret0);
            secret1 = opened.secret(1, secret1);
            opened.commit();
            index = opened;
            report(inventory);
        } finally {
            if (index != opened) {
                opened.abandon();
            }
        }
    }

    private void report(FolderInventory inventory) {
        if (inventory.lostFiles() + inventory.lostRecords() > 0) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0}: deleted {1} files without a record and {2} records without their file",
                    place.folder(),
                    inventory.lostFiles(),
                    inventory.lostRecords());
        }
    }

    /**
     * Creates the store of this name in this folder.
     *
     * @param policy empty, and used by this store only from now on; its capacity is the limit in bytes
     * @param inHeap contents of up to so many bytes are read into the heap with their entry; larger ones are {@link BlobContent}
     * @param time the clock that dropAfter refers to
     * @throws IllegalStateException if it has been created before
     */
    public synchronized <V> DiskStore<V> store(
            String name,
            EvictionPolicy<Long> policy,
            EntryCodec<V> codec,
            long inHeap,
            InstantSource time,
            RemovalListener<V> listener) {
        if (stores.containsKey(name)) {
            throw new IllegalStateException("there is one store named " + name + " in " + place.folder() + " already");
        }
        long most = Math.min(inHeap, Integer.MAX_VALUE - Long.BYTES);
        var entries = new DiskEntries(files, policy, time);
        var store = new DiskStore<>(context, entries, new EntryLoader<>(files, codec, most), time, listener);
        stores.put(name, store);
        FolderIndex present = index;
        if (present != null) {
            fill(present, name, store);
        }
        return store;
    }

    private void fill(FolderIndex present, String name, DiskStore<?> store) {
        try {
            List<IndexedRecord> records = Objects.requireNonNullElseGet(found.remove(name), ArrayList::new);
            store.fill(present.records(name), records);
            if (store.now() + CLOCK_MAY_GO_BACK_MILLIS < present.latest(name)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "{0}: the clock went back, so that no age can be told: {1} is cleared",
                        place.folder(),
                        name);
                store.clearAll();
                present.sawFirst(name, store.now());
            }
        } catch (RuntimeException e) {
            indexFailed(e, true);
        }
    }

    /**
     * Creates a file known only to its writer; blocks.
     *
     * @throws IOException if none can be created, which is counted
     */
    public BlobWriter newBlob() throws IOException {
        return BlobWriter.create(files);
    }

    /** Counts a content that was given up because it arrived faster than it could be written. */
    public void tooSlow() {
        faults.happened(DiskFaults.Kind.SLOW, "the disk is slower than the origin, whose content is not stored", null);
    }

    private long newId() throws IOException {
        FolderIndex present = index;
        if (closed || present == null) {
            throw new IOException("the folder " + place.folder() + (closed ? " is closed" : " has no index"));
        }
        try {
            return present.newId();
        } catch (RuntimeException e) {
            indexFailed(e, true);
            throw new IOException(e);
        }
    }

    /** Completes running tasks, and closes the index. Open files stay until the folder is opened again. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        threads.close();
        FolderIndex present = index;
        try {
            if (present != null) {
                see(present);
                present.close();
            }
        } catch (RuntimeException e) {
            faults.happened(DiskFaults.Kind.INDEX, "the index in " + place.folder() + " cannot be closed", e);
        } finally {
            FolderLayout.unlock(lock);
        }
    }

    private void tick() {
        tick++;
        FolderIndex present = index;
        try {
            if (lost.get() && tick % TICKS_BETWEEN_ATTEMPTS == 0) {
                beginAnew();
            } else if (present != null && present.hasChanges()) {
                see(present);
                present.commit();
                unsynced = true;
            } else if (present != null && tick % TICKS_BETWEEN_TIDYING == 0) {
                present.tidy();
            }
            if (present != null && unsynced && tick % TICKS_BETWEEN_SYNCS == 0) {
                unsynced = false;
                present.sync();
            }
        } catch (RuntimeException e) {
            indexFailed(e, true);
        }
    }

    private void see(FolderIndex present) {
        stores.forEach((name, store) -> present.saw(name, store.latest()));
    }

    /** Writes the index, so that removed entries stay away even if the process is killed. */
    void commit() {
        FolderIndex present = index;
        try {
            if (present != null && !lost.get()) {
                present.commit();
            }
        } catch (RuntimeException e) {
            indexFailed(e, true);
        }
    }

    /** Reports a fault of an open index; while it is being opened, the caller handles its faults. */
    private void indexFailed(Throwable fault) {
        if (index != null) {
            indexFailed(fault, true);
        }
    }

    /** Handles an index that could not be read; or that was not written, and is unreliable from now on. */
    void indexFailed(Throwable fault, boolean unreliable) {
        if (closed) {
            return;
        }
        faults.happened(DiskFaults.Kind.INDEX, "the index in " + place.folder() + " cannot be read or written", fault);
        FolderIndex present = index;
        boolean isOver = unreliable || present == null || present.isClosed();
        if (lock != null && isOver && lost.compareAndSet(false, true)) {
            threads.workLater(this::beginAnew);
        }
    }

    /** Starts over with an empty index and without files, except those in use. Called by one thread at a time; never throws. */
    private void beginAnew() {
        FolderIndex old = index;
        index = null;
        try {
            stores.values().forEach(DiskStore::lose);
            found.clear();
            files.forgetEntries();
            if (old != null) {
                old.abandon();
            }
            place.deleteIndex();
            place.createParts();
            long greatest = FolderInventory.deleteAll(place.blobs(), id -> !files.isHeld(id));
            FolderIndex opened = FolderIndex.open(place.index(), this::indexFailed);
            opened.numberAfter(Math.max(greatest, old == null ? 0 : old.lastId()));
            opened.secret(0, secret0);
            opened.secret(1, secret1);
            opened.commit();
            lost.set(false);
            index = opened;
            stores.forEach((name, store) -> store.fill(opened.records(name), new ArrayList<>()));
        } catch (IOException | RuntimeException e) {
            faults.happened(DiskFaults.Kind.INDEX, "no index can be begun in " + place.folder(), e);
        }
    }

    private long hash(CacheKey key) {
        return key.hash(secret0, secret1);
    }

    DiskThreadPools threads() {
        return threads;
    }
}
