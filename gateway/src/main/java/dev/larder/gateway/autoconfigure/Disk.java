package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.exchange.ResponseCodec;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.gateway.spool.FileThreads;
import dev.larder.gateway.spool.Spooling;
import dev.larder.invalidation.Counts;
import dev.larder.policies.disk.DiskFaults;
import dev.larder.policies.disk.DiskFolder;
import dev.larder.policies.disk.DiskStore;
import dev.larder.policies.disk.FolderInUseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/** The folder that responses are stored in, if some are; it is opened when the first store there is made. */
final class Disk implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Disk.class);
    private static final String PATH = "larder.disk.path";
    private static final String EPOCHS = "epochs";

    private final DiskProperties properties;
    private final long inHeap;
    private final DiskFaults faults = new DiskFaults(log::warn);
    private final Map<String, Spooling> spoolings = new HashMap<>();
    private @Nullable DiskFolder folder;
    private @Nullable Counts counts;

    Disk(LarderProperties properties) {
        this.properties = properties.disk();
        this.inHeap = properties.store().maxObjectSize().toBytes();
    }

    /** Troubles with the disk so far. */
    DiskFaults faults() {
        return faults;
    }

    /** A store in the folder. */
    DiskStore<Variants> store(String name, DataSize maxSize, InstantSource time) {
        DiskFolder opened = open();
        long bytes = maxSize.toBytes();
        long largest = Math.min(bytes, properties.maxObjectSize().toBytes());
        spoolings.put(name, new Spooling(opened, largest, FileThreads.started()));
        return opened.store(
                name,
                properties.policy().create(bytes, ThreadLocalRandom.current().nextLong()),
                new ResponseCodec(),
                inHeap,
                time,
                RemovalListener.none());
    }

    /** Where the larger responses of a store go. */
    Optional<Spooling> spooling(Optional<String> store) {
        return Optional.ofNullable(spoolings.get(store.orElse(NamedStores.DEFAULT)));
    }

    /**
     * The epochs of all tags: beside the responses, if some outlive the process.
     *
     * @param counters how many are kept
     * @param first the least to begin with
     */
    Counts counts(int counters, long first) {
        if (folder == null) {
            return Counts.inMemory(counters, first);
        }
        try {
            counts = Counts.inFile(path().resolve(EPOCHS), counters, first);
            return counts;
        } catch (IOException e) {
            log.warn(
                    "The disk folder {} cannot keep what writes have made wrong ({}): what is stored there is validated before"
                            + " it is used again.",
                    path(),
                    e.toString());
            return Counts.inMemory(counters, first);
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
