package dev.larder.writes.buffer;

/** How much may wait: so many writes with so many bytes of content. */
final class Quota {

    private final long maxWrites;
    private final long maxBytes;
    private long writes;
    private long bytes;

    Quota(long maxWrites, long maxBytes) {
        this.maxWrites = maxWrites;
        this.maxBytes = maxBytes;
    }

    /** Whether there is room for one more; then it is taken. */
    synchronized boolean take(long length) {
        if (writes >= maxWrites || bytes + length > maxBytes) {
            return false;
        }
        add(1, length);
        return true;
    }

    /** Whether there is room for so many more bytes of what is there; then it is taken. Fewer are given back. */
    synchronized boolean resize(long more) {
        if (more > 0 && bytes + more > maxBytes) {
            return false;
        }
        bytes += more;
        return true;
    }

    /** What was acknowledged in an earlier life takes its room, whatever the limits are now. */
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
