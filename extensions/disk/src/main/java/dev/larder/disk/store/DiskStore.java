package dev.larder.disk.store;

import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * A store in a {@link DiskFolder}. Blocking work runs on the folder's threads; only lookups of keys known to be absent complete
 * at once. Entries outlive the process: once a stage has completed, what it removed or superseded does not return after a crash
 * of the process, and what it stored is still there if the crash comes half a second later or more.
 *
 * <p>A fault of the disk is a miss, or {@link StoreOutcome#UNAVAILABLE}, and counted in {@link DiskFaults}.
 */
public final class DiskStore<V> implements CacheStore<V> {

    private static final EntryHead NO_HEAD = new EntryHead(new byte[0]);

    private final FolderContext folder;
    private final DiskEntries entries;
    private final EntryLoader<V> loader;
    private final InstantSource time;
    private final RemovalListener<V> listener;
    private final boolean silent;
    private final CompletableFuture<Optional<CacheEntry<V>>> nothing = completedFuture(Optional.empty());

    DiskStore(
            FolderContext folder,
            DiskEntries entries,
            EntryLoader<V> loader,
            InstantSource time,
            RemovalListener<V> listener) {
        this.folder = folder;
        this.entries = entries;
        this.loader = loader;
        this.time = time;
        this.listener = listener;
        this.silent = listener.equals(RemovalListener.none());
    }

    /** Takes over the records found in the index. */
    void fill(MVMap<Long, byte[]> records, List<IndexedRecord> found) {
        var removed = new RemovedRecords(folder.files());
        try {
            entries.fill(records, found, removed);
        } finally {
            settle(removed);
        }
    }

    /** Drops all records, and stores nothing until it is filled. */
    void lose() {
        entries.lose();
    }

    long now() {
        return time.millis();
    }

    /** Returns the latest time at which it has stored anything, in milliseconds. */
    long latest() {
        return entries.latest();
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        Long hash = entries.known(folder.hash(key));
        if (hash == null) {
            return nothing;
        }
        return folder.threads().performOr(() -> read(hash, key), Optional.empty());
    }

    /** Reports to the policy a request for the key that another store answered; does nothing without an entry. Does not block. */
    public void touch(CacheKey key) {
        Long hash = entries.known(folder.hash(key));
        if (hash != null) {
            entries.hit(hash);
        }
    }

    @Override
    public Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        return Optional.empty();
    }

    private Optional<CacheEntry<V>> read(Long hash, CacheKey key) {
        try {
            return readWhole(hash, key);
        } catch (FolderIndexException e) {
            folder.indexFailed(e, e.isWhileWriting());
            return Optional.empty();
        }
    }

    /** Retries if the record is superseded while its files are read, as the key must not seem empty then. */
    private Optional<CacheEntry<V>> readWhole(Long hash, CacheKey key) {
        while (true) {
            DiskRecord record = entries.read(hash);
            if (record == null || !record.key().equals(key)) {
                return Optional.empty();
            }
            if (record.hasPassed(time.instant())) {
                drop(hash, record, RemovalCause.EXPIRED);
                return Optional.empty();
            }
            try {
                return hit(hash, record);
            } catch (NoSuchFileException | DamagedFileException e) {
                if (entries.has(hash, record)) {
                    fault(DiskFaults.Kind.DAMAGED, "a stored content is damaged and was dropped", e);
                    drop(hash, record, RemovalCause.EVICTED);
                    return Optional.empty();
                }
            } catch (IOException e) {
                fault(DiskFaults.Kind.READ, "a stored content cannot be read", e);
                return Optional.empty();
            }
        }
    }

    private Optional<CacheEntry<V>> hit(Long hash, DiskRecord record) throws IOException {
        Optional<CacheEntry<V>> entry = loader.load(record, new Home(hash));
        if (entry.isEmpty()) {
            drop(hash, record, RemovalCause.EVICTED);
            return entry;
        }
        entries.hit(hash);
        return record.hasPassed(time.instant()) ? Optional.empty() : entry;
    }

    private void drop(Long hash, DiskRecord record, RemovalCause cause) {
        var removed = new RemovedRecords(folder.files());
        try {
            entries.drop(hash, record, cause, removed);
        } finally {
            settle(removed);
        }
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return folder.threads().perform(() -> store(key, entry, held -> true), () -> decline(key, held -> true));
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return folder.threads()
                .perform(() -> store(key, entry, condition(expected)), () -> decline(key, condition(expected)));
    }

    private Predicate<@Nullable DiskRecord> condition(@Nullable CacheEntry<V> expected) {
        return expected == null ? Objects::isNull : ExpectedEntry.of(expected, loader.codec());
    }

    private StoreOutcome store(CacheKey key, CacheEntry<V> entry, Predicate<@Nullable DiskRecord> condition) {
        var removed = new RemovedRecords(folder.files());
        try {
            entries.sweep(removed);
            StoreOutcome outcome = null;
            while (outcome == null) {
                outcome = tryToStore(key, entry, condition, removed);
            }
            return outcome;
        } catch (IOException e) {
            return decline(key, condition);
        } catch (FolderIndexException e) {
            folder.indexFailed(e, true);
            return StoreOutcome.UNAVAILABLE;
        } finally {
            settle(removed);
        }
    }

    /** Returns null if another write has just taken a file that this one needed; a retry may succeed. */
    private @Nullable StoreOutcome tryToStore(
            CacheKey key, CacheEntry<V> entry, Predicate<@Nullable DiskRecord> condition, RemovedRecords removed)
            throws IOException {
        long hash = folder.hash(key);
        DiskRecord current = current(hash, key);
        if (!condition.test(current)) {
            return StoreOutcome.CONFLICT;
        }
        if (entry.weight() > entries.capacity()) {
            var draft = new RecordDraft(key, condition, ExpectedEntry.withHead(entry, NO_HEAD), List.of());
            return entries.store(hash, draft, removed);
        }
        EntryCodec.EntryParts parts = loader.codec().encode(entry.value());
        try (var bodies = new EntryContentWriter(folder.files(), current)) {
            for (var content : parts.contents()) {
                bodies.add(content);
            }
            var draft = new RecordDraft(key, condition, ExpectedEntry.withHead(entry, parts.head()), bodies.refs());
            StoreOutcome outcome = entries.store(hash, draft, removed);
            if (outcome == StoreOutcome.STORED) {
                bodies.stored(new Home(hash));
            }
            return outcome;
        }
    }

    private @Nullable DiskRecord current(long hash, CacheKey key) {
        Long known = entries.known(hash);
        DiskRecord held = known == null ? null : entries.read(known);
        return held == null || !held.key().equals(key) || held.hasPassed(time.instant()) ? null : held;
    }

    /** Rejects the entry, and leaves nothing under the key. */
    private StoreOutcome decline(CacheKey key, Predicate<@Nullable DiskRecord> condition) {
        var removed = new RemovedRecords(folder.files());
        try {
            return entries.vacate(folder.hash(key), key, condition, removed)
                    ? StoreOutcome.UNAVAILABLE
                    : StoreOutcome.CONFLICT;
        } catch (FolderIndexException e) {
            folder.indexFailed(e, true);
            return StoreOutcome.UNAVAILABLE;
        } finally {
            settle(removed);
        }
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        Long hash = entries.known(folder.hash(key));
        return hash == null ? completedFuture(false) : folder.threads().performSurely(() -> remove(hash, key));
    }

    private boolean remove(Long hash, CacheKey key) {
        var removed = new RemovedRecords(folder.files());
        try {
            return entries.remove(hash, key, removed);
        } catch (FolderIndexException e) {
            folder.indexFailed(e, true);
            return false;
        } finally {
            settle(removed);
        }
    }

    /** Clears entry by entry, so that other operations do not wait for all of them. */
    @Override
    public CompletionStage<Void> clear() {
        return folder.threads().performSurely(() -> {
            clearAll();
            return null;
        });
    }

    void clearAll() {
        boolean gone = true;
        for (Long hash : entries.known()) {
            var removed = new RemovedRecords(folder.files());
            try {
                entries.clear(hash, removed);
            } catch (FolderIndexException e) {
                folder.indexFailed(e, true);
            } finally {
                tell(removed);
                gone &= removed.releaseFiles();
            }
        }
        if (!gone) {
            folder.commit();
        }
    }

    @Override
    public Optional<StoreContents> contents() {
        return Optional.of(new DiskStoreContents(entries, folder::hash));
    }

    private void settle(RemovedRecords removed) {
        tell(removed);
        if (!removed.releaseFiles()) {
            folder.commit();
        }
    }

    private void tell(RemovedRecords removed) {
        if (silent) {
            return;
        }
        for (var departure : removed.all()) {
            try {
                loader.load(departure.record(), new Home(departure.hash()))
                        .ifPresent(
                                entry -> listener.onRemoval(departure.record().key(), entry, departure.cause()));
            } catch (IOException e) {
                fault(DiskFaults.Kind.READ, "a removed entry cannot be read, so its removal is not reported", e);
            }
        }
    }

    private void fault(DiskFaults.Kind kind, String what, IOException cause) {
        folder.files().faults().happened(kind, what, cause);
    }

    /** Re-derives every invariant, the policy's included; no write may be in progress. */
    void checkInvariants() {
        entries.checkInvariants();
    }

    /** The owner of an entry's files. */
    private final class Home implements BlobOwner {

        private final Long hash;

        Home(Long hash) {
            this.hash = hash;
        }

        @Override
        public boolean isOwnerOf(long id) {
            return record(id) != null;
        }

        @Override
        public void drop(long id) {
            DiskRecord record = record(id);
            if (record != null) {
                DiskStore.this.drop(hash, record, RemovalCause.EVICTED);
            }
        }

        private @Nullable DiskRecord record(long id) {
            try {
                DiskRecord record = entries.read(hash);
                return record != null && new BlobRef(id, 0, 0).isIn(record.blobs()) ? record : null;
            } catch (FolderIndexException e) {
                return null;
            }
        }
    }
}
