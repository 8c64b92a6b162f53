package dev.larder.disk.store;

import dev.larder.cache.spi.RemovalCause;
import java.util.ArrayList;
import java.util.List;

/** Records removed while the lock was held. Their files are pinned until the removals have been reported. */
final class RemovedRecords {

    /** A removed record and the cause. */
    record Departure(Long hash, DiskRecord record, RemovalCause cause) {}

    private final BlobFiles files;
    private final List<Departure> departures = new ArrayList<>(2);

    RemovedRecords(BlobFiles files) {
        this.files = files;
    }

    /** Adds a removed record; its successor takes over these of its files. */
    void add(Long hash, DiskRecord record, RemovalCause cause, List<BlobRef> inherited) {
        for (BlobRef blob : record.blobs()) {
            if (blob.isIn(inherited)) {
                files.pin(blob.id());
            } else {
                files.leave(blob.id());
            }
        }
        departures.add(new Departure(hash, record, cause));
    }

    List<Departure> all() {
        return departures;
    }

    /** Releases the files. Returns false if a crash could bring back one of these records that must not return. */
    boolean releaseFiles() {
        boolean gone = true;
        for (Departure departure : departures) {
            boolean oneWent = false;
            for (BlobRef blob : departure.record.blobs()) {
                oneWent |= files.unpin(blob.id());
            }
            gone &= oneWent || departure.cause == RemovalCause.EVICTED || departure.cause == RemovalCause.EXPIRED;
        }
        departures.clear();
        return gone;
    }
}
