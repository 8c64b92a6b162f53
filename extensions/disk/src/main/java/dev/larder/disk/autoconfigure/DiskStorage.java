package dev.larder.disk.autoconfigure;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.disk.spool.DiskBodyRecorderFactory;
import dev.larder.disk.spool.FileBody;
import dev.larder.disk.spool.FileIoScheduler;
import dev.larder.disk.store.DiskFaults;
import dev.larder.disk.store.DiskFolder;
import dev.larder.disk.store.DiskStore;
import dev.larder.disk.store.FolderInUseException;
import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.EpochStorage;
import dev.larder.gateway.store.ResponseCodec;
import dev.larder.invalidation.EpochCounters;
import dev.larder.rfc9111.ResponseVariants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder in which responses are stored; opened when the first disk store is created. */
final class DiskStorage implements EpochStorage, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DiskStorage.class);
    private static final String PATH = "larder.disk.path";
    private static final String EPOCHS = "epochs";

    private final DiskProperties properties;
    private final long inHeap;
    private final DiskFaults faults = new DiskFaults(log::warn);
    private final Map<String, DiskBodyRecorderFactory> spoolings = new HashMap<>();
    private final List<DiskStore<ResponseVariants>> stores = new ArrayList<>();
    private @Nullable DiskFolder folder;
    private @Nullable EpochCounters counts;

    /** Creates the storage without opening the folder; contents of up to {@code inHeap} bytes are in the heap while used. */
    DiskStorage(DiskProperties properties, long inHeap) {
        this.properties = properties;
        this.inHeap = inHeap;
    }

    /** Returns the faults of the disk so far. */
    DiskFaults faults() {
        return faults;
    }

    /** Creates a store in the folder. */
    DiskStore<ResponseVariants> store(String name, long bytes, InstantSource time) {
        DiskFolder opened = open();
        long largest = Math.min(bytes, properties.maxObjectSize().toBytes());
        spoolings.put(name, new DiskBodyRecorderFactory(opened, largest, FileIoScheduler.started()));
        DiskStore<ResponseVariants> store = opened.store(
                name,
                properties.policy().create(bytes, ThreadLocalRandom.current().nextLong()),
                new ResponseCodec(FileBody::of),
                inHeap,
                time,
                RemovalListener.none());
        stores.add(store);
        return store;
    }

    /** Returns where the larger bodies of a store are recorded. */
    Optional<BodyRecorderFactory> spooling(String store) {
        return Optional.ofNullable(spoolings.get(store));
    }

    /** Keeps the epochs next to the responses, if some outlive the process. */
    @Override
    public EpochCounters counts(int counters, long first) {
        if (folder == null) {
            return EpochCounters.inMemory(counters, first);
        }
        Path file = path().resolve(EPOCHS);
        try {
            counts = EpochCounters.inFile(file, counters, first, this::latestStored);
            return counts;
        } catch (IOException e) {
            log.warn(
                    "The disk folder {} cannot store invalidations ({}): {}.",
                    path(),
                    e.toString(),
                    forget(file)
                            ? "stored responses are validated before use"
                            : "delete " + file
                                    + " before the next start, or responses from before writes of this life may be"
                                    + " served");
            return EpochCounters.inMemory(counters, Math.max(first, latestStored() + 1));
        }
    }

    /** Makes the file of epochs count for nothing, as it will lack the writes of this life; returns whether that succeeded. */
    private static boolean forget(Path file) {
        try {
            EpochCounters.forget(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the latest epoch in the stamp of anything in the folder; reads all of it. */
    private long latestStored() {
        return stores.stream()
                .flatMap(store -> store.contents().stream())
                .mapToLong(DiskStorage::latestStored)
                .max()
                .orElse(0);
    }

    private static long latestStored(StoreContents contents) {
        try (Stream<CacheKey> keys = contents.keys()) {
            return keys.flatMap(key -> contents.stamp(key).stream())
                    .mapToLong(EpochStamp::epoch)
                    .max()
                    .orElse(0);
        }
    }

    private DiskFolder open() {
        if (folder == null) {
            try {
                folder = DiskFolder.open(path(), faults);
            } catch (FolderInUseException e) {
                throw new InvalidPropertyException(
                        PATH,
                        properties.path(),
                        "another process has this folder open",
                        "a folder of this gateway's own");
            } catch (UncheckedIOException e) {
                throw new InvalidPropertyException(
                        PATH,
                        properties.path(),
                        "it cannot be opened: " + e.getCause(),
                        "a folder that this process may write to");
            }
        }
        return folder;
    }

    private Path path() {
        return Path.of(properties.path()).toAbsolutePath();
    }

    @Override
    public void close() {
        if (folder != null) {
            folder.close();
        }
        if (counts != null) {
            counts.close();
        }
    }
}
