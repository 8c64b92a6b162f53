package dev.larder.disk.store;

/**
 * Holders of a file. A file held only by an entry has no such record: that is the usual case, and would take memory.
 *
 * @param created its creator has not released it yet
 * @param entered an entry has it
 * @param pins number of readers and writes in flight that need it
 * @param going it has no holder any more and is being deleted
 */
record BlobUsage(boolean created, boolean entered, int pins, boolean going) {

    static final BlobUsage CREATED = new BlobUsage(true, false, 0, false);
    static final BlobUsage AT_REST = new BlobUsage(false, true, 0, false);

    BlobUsage release() {
        return new BlobUsage(false, entered, pins, going);
    }

    BlobUsage enter(boolean byEntry) {
        return new BlobUsage(created, byEntry, pins, going);
    }

    BlobUsage pin(int more) {
        return new BlobUsage(created, entered, pins + more, going);
    }

    BlobUsage go() {
        return new BlobUsage(false, false, 0, true);
    }

    boolean isNobody() {
        return !created && !entered && pins == 0;
    }
}
