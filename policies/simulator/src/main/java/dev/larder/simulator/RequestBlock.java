package dev.larder.simulator;

/** A block of requests in columns, reused: filled by one reader, then replayed by any number of caches. */
final class RequestBlock {

    /** Maximum number of requests in a block. */
    static final int CAPACITY = 1 << 15;

    /** The segment of a request without one. */
    static final long NO_SEGMENT = 0;

    private final long[] times = new long[CAPACITY];
    private final long[] keys = new long[CAPACITY];
    private final long[] sizes = new long[CAPACITY];
    private final long[] segments = new long[CAPACITY];
    private final boolean[] writes = new boolean[CAPACITY];
    private int count;

    void clear() {
        count = 0;
    }

    boolean isFull() {
        return count == CAPACITY;
    }

    int count() {
        return count;
    }

    /** Adds a read without a segment. */
    void read(long time, long key, long size) {
        add(time, key, size, false, NO_SEGMENT);
    }

    /** Adds a request; an empty object counts as one byte. */
    void add(long time, long key, long size, boolean write, long segment) {
        times[count] = time;
        keys[count] = key;
        sizes[count] = Math.max(1, size);
        writes[count] = write;
        segments[count++] = segment;
    }

    /** Returns the time in the units of the trace. */
    long time(int i) {
        return times[i];
    }

    long key(int i) {
        return keys[i];
    }

    /** Returns the size in bytes, at least 1. */
    long size(int i) {
        return sizes[i];
    }

    boolean isWrite(int i) {
        return writes[i];
    }

    long segment(int i) {
        return segments[i];
    }
}
