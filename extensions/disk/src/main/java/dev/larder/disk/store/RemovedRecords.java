package dev.larder.disk.store;

import dev.larder.cache.spi.RemovalCause;
import java.util.ArrayList;
import java.util.List;

/** Records that left while the lock was held. Their files are pinned until they have been told of. */
final class RemovedRecords {

    /** A record that left, and why. */
    record Departure(Long hash, DiskRecord record, RemovalCause cause) {}

    private final BlobFiles files;
    private final List<Departure> departures = new ArrayList<>(2);

    RemovedRecords(BlobFiles files) {
        this.files = files;
    }

    /** The record has left; of its files the successor has these. */
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

    /** Lets the files go. False if somebody might find one of these records again after a crash, and must not. */
    boolean letGo() {
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
