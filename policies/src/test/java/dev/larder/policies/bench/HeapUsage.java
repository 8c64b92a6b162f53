package dev.larder.policies.bench;

/** What the heap holds. */
public final class HeapUsage {

    private HeapUsage() {}

    /** Bytes in use after a few collections, the least of what they left. */
    public static long used() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
