package dev.larder.writes.buffer;

/** Limits the number of waiting writes and their content in bytes. */
final class Quota {

    private final long maxWrites;
    private final long maxBytes;
    private long writes;
    private long bytes;

    Quota(long maxWrites, long maxBytes) {
        this.maxWrites = maxWrites;
        this.maxBytes = maxBytes;
    }

    /** Whether one more write is admitted and counted. */
    synchronized boolean take(long length) {
        if (writes >= maxWrites || bytes + length > maxBytes) {
            return false;
        }
        add(1, length);
        return true;
    }

    /** Whether this many more bytes are available and have been taken. A negative number returns bytes. */
    synchronized boolean resize(long more) {
        if (more > 0 && bytes + more > maxBytes) {
            return false;
        }
        bytes += more;
        return true;
    }

    /** Counts writes acknowledged in an earlier run, whatever the limits are now. */
    synchronized void add(long more, long length) {
        writes += more;
        bytes += length;
    }

    void release(long length) {
        add(-1, -length);
    }

    synchronized long writes() {
        return writes;
    }

    synchronized long bytes() {
        return bytes;
    }
}
