package dev.larder.disk.store;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.eviction.EvictionPolicy;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * The records of a store, and its eviction policy. Reads take no lock; changes do, each briefly. The hashes that have a record
 * are kept in the heap, in objects shared with the policy. Never reads or writes contents.
 */
final class DiskEntries {

    private static final int SWEPT_PER_WRITE = 4;

    private final BlobFiles files;
    private final EvictionPolicy<Long> policy;
    private final InstantSource time;
    private final ConcurrentHashMap<Long, Long> hashes = new ConcurrentHashMap<>();
    private final Queue<Long> hits = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final StoreRecords records;
    private Iterator<Long> sweep = Collections.emptyIterator();
    private long sequence;
    private long latest = Long.MIN_VALUE;

    /** Creates an object without a map and without records. */
    DiskEntries(BlobFiles files, EvictionPolicy<Long> policy, InstantSource time) {
        this.files = files;
        this.records = new StoreRecords(files.faults());
        this.policy = policy;
        this.time = time;
    }

    /** Takes over this map with these records, in the order in which they were stored; records beyond the capacity leave. */
    void fill(MVMap<Long, byte[]> map, List<IndexedRecord> found, RemovedRecords departures) {
        lock.lock();
        try {
            records.lieIn(map);
            found.sort(Comparator.comparingLong(IndexedRecord::sequence));
            for (IndexedRecord one : found) {
                hashes.put(one.hash(), one.hash());
                sequence = one.sequence();
                if (time.instant().isAfter(one.dropAfter())) {
                    forget(one.hash(), RemovalCause.EXPIRED, departures);
                    continue;
                }
                for (Long victim : policy.onStore(one.hash(), one.weight(), one.cost())) {
                    forget(victim, RemovalCause.EVICTED, departures);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops all records, and the map. */
    void lose() {
        lock.lock();
        try {
            records.lieIn(null);
            hits.clear();
            hashes.keySet().forEach(policy::onRemove);
            hashes.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the object for this hash; null if it has no record. */
    @Nullable
    Long known(long hash) {
        return hashes.get(hash);
    }

    /** Returns all hashes that have a record; weakly consistent. */
    Set<Long> known() {
        return hashes.keySet();
    }

    long count() {
        return hashes.mappingCount();
    }

    long capacity() {
        return policy.capacity();
    }

    /** Returns the latest time at which anything was stored, in milliseconds. */
    long latest() {
        lock.lock();
        try {
            return latest;
        } finally {
            lock.unlock();
        }
    }

    long weight() {
        lock.lock();
        try {
            return policy.weight();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the record under the hash; null if there is none that can be read. */
    @Nullable
    DiskRecord read(Long hash) {
        return records.read(hash);
    }

    /** Whether the record under the hash is still this one. */
    boolean has(Long hash, DiskRecord record) {
        DiskRecord now = read(hash);
        return now != null && now.sequence() == record.sequence();
    }

    /** Records a hit; the policy learns of hits in order, as soon as the lock is free. */
    void hit(Long hash) {
        hits.add(hash);
        if (lock.tryLock()) {
            try {
                tellOfHits();
            } finally {
                lock.unlock();
            }
        }
    }

    private void tellOfHits() {
        for (Long hash = hits.poll(); hash != null; hash = hits.poll()) {
            policy.onHit(hash);
        }
    }

    /** Stores the draft; returns null if another entry has just taken one of its files. */
    @Nullable
    StoreOutcome store(long hash, RecordDraft draft, RemovedRecords departures) {
        lock.lock();
        try {
            records.present();
            tellOfHits();
            latest = Math.max(latest, time.millis());
            Long object = hashes.getOrDefault(hash, hash);
            DiskRecord held = live(object, departures);
            if (!draft.condition().test(held != null && held.key().equals(draft.key()) ? held : null)) {
                return StoreOutcome.CONFLICT;
            }
            List<BlobRef> had = held == null ? List.of() : held.blobs();
            if (!enter(draft.blobs(), had)) {
                return null;
            }
            StoreOutcome outcome = supersede(object, held, draft, departures);
            if (outcome != StoreOutcome.STORED) {
                takeBack(draft.blobs(), had);
            }
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    private boolean enter(List<BlobRef> blobs, List<BlobRef> had) {
        for (int i = 0; i < blobs.size(); i++) {
            if (!blobs.get(i).isIn(had) && !files.enter(blobs.get(i).id())) {
                takeBack(blobs.subList(0, i), had);
                return false;
            }
        }
        return true;
    }

    private void takeBack(List<BlobRef> blobs, List<BlobRef> had) {
        for (BlobRef blob : blobs) {
            if (!blob.isIn(had)) {
                files.takeBack(blob.id());
            }
        }
    }

    private StoreOutcome supersede(Long hash, @Nullable DiskRecord held, RecordDraft draft, RemovedRecords departures) {
        boolean inPlace = held != null && held.key().equals(draft.key()) && isAsHeavy(held, draft);
        StoreOutcome outcome = inPlace ? StoreOutcome.STORED : admit(hash, draft, departures);
        if (outcome != StoreOutcome.STORED) {
            forgetHeld(hash, held, departures);
            return outcome;
        }
        var record = new DiskRecord(++sequence, draft.key(), draft.entry(), draft.blobs());
        records.put(hash, record);
        if (inPlace) {
            policy.onHit(hash);
        }
        if (held != null) {
            departures.add(hash, held, RemovalCause.REPLACED, draft.blobs());
        }
        return outcome;
    }

    private static boolean isAsHeavy(DiskRecord held, RecordDraft draft) {
        return held.entry().weight() == draft.entry().weight();
    }

    /** Removes the hash's current record from the policy, but not yet from the map, where one step supersedes it. */
    private StoreOutcome admit(Long hash, RecordDraft draft, RemovedRecords departures) {
        policy.onRemove(hash);
        long weight = draft.entry().weight();
        if (weight > policy.capacity()) {
            return StoreOutcome.TOO_LARGE;
        }
        hashes.put(hash, hash);
        List<Long> victims = policy.onStore(hash, weight, draft.entry().cost());
        if (victims.size() == 1 && victims.get(0).equals(hash)) {
            return StoreOutcome.NOT_ADMITTED;
        }
        for (Long victim : victims) {
            forget(victim, RemovalCause.EVICTED, departures);
        }
        return StoreOutcome.STORED;
    }

    /**
     * Leaves nothing under the hash if it holds a record of the key that the condition accepts; returns whether it did accept.
     */
    boolean vacate(long hash, CacheKey key, Predicate<@Nullable DiskRecord> condition, RemovedRecords departures) {
        lock.lock();
        try {
            Long object = hashes.getOrDefault(hash, hash);
            DiskRecord held = live(object, departures);
            DiskRecord own = held != null && held.key().equals(key) ? held : null;
            boolean accepted = condition.test(own);
            if (accepted && own != null) {
                leave(object, own, RemovalCause.REPLACED, departures);
            }
            return accepted;
        } finally {
            lock.unlock();
        }
    }

    /** Removes the entry of the key; returns false if there was none. */
    boolean remove(Long hash, CacheKey key, RemovedRecords departures) {
        lock.lock();
        try {
            DiskRecord held = live(hash, departures);
            if (held == null || !held.key().equals(key)) {
                return false;
            }
            leave(hash, held, RemovalCause.REMOVED, departures);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Removes the record under the hash, whatever its key. */
    void clear(Long hash, RemovedRecords departures) {
        lock.lock();
        try {
            if (hashes.containsKey(hash)) {
                policy.onRemove(hash);
                forget(hash, RemovalCause.CLEARED, departures);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Removes the record unless it has left already. */
    void drop(Long hash, DiskRecord record, RemovalCause cause, RemovedRecords departures) {
        lock.lock();
        try {
            if (has(hash, record)) {
                leave(hash, record, cause, departures);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Checks a few records, and removes expired ones. */
    void sweep(RemovedRecords departures) {
        for (int i = 0; i < SWEPT_PER_WRITE; i++) {
            Long hash = nextToSweep();
            if (hash == null) {
                return;
            }
            DiskRecord record = read(hash);
            if (record != null && record.hasPassed(time.instant())) {
                drop(hash, record, RemovalCause.EXPIRED, departures);
            }
        }
    }

    private @Nullable Long nextToSweep() {
        lock.lock();
        try {
            if (!sweep.hasNext()) {
                sweep = hashes.values().iterator();
            }
            return sweep.hasNext() ? sweep.next() : null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the record under the hash, unless it has expired. */
    private @Nullable DiskRecord live(Long hash, RemovedRecords departures) {
        DiskRecord held = hashes.containsKey(hash) ? read(hash) : null;
        if (held == null || !held.hasPassed(time.instant())) {
            return held;
        }
        leave(hash, held, RemovalCause.EXPIRED, departures);
        return null;
    }

    private void leave(Long hash, DiskRecord held, RemovalCause cause, RemovedRecords departures) {
        policy.onRemove(hash);
        records.remove(hash);
        hashes.remove(hash);
        departures.add(hash, held, cause, List.of());
    }

    private void forgetHeld(Long hash, @Nullable DiskRecord held, RemovedRecords departures) {
        records.remove(hash);
        hashes.remove(hash);
        if (held != null) {
            departures.add(hash, held, RemovalCause.REPLACED, List.of());
        }
    }

    /** Removes from the index a record that the policy has dropped. */
    private void forget(Long hash, RemovalCause cause, RemovedRecords departures) {
        DiskRecord gone = read(hash);
        records.remove(hash);
        hashes.remove(hash);
        if (gone != null) {
            departures.add(hash, gone, cause, List.of());
        }
    }

    /** Re-derives every invariant, the policy's included; no write may be in progress. */
    void checkInvariants() {
        policy.checkInvariants();
        long weight = 0;
        for (Long hash : hashes.keySet()) {
            DiskRecord record = read(hash);
            weight += record == null ? 0 : record.entry().weight();
        }
        if (weight != policy.weight() || !records.hashes().equals(hashes.keySet())) {
            throw new IllegalStateException("index, heap and policy agree; found " + weight + " bytes in the index, "
                    + policy.weight() + " in the policy, " + hashes.mappingCount() + " hashes");
        }
    }
}
