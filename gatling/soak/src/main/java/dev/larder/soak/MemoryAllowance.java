package dev.larder.soak;

import java.time.Duration;
import java.util.List;

/**
 * What the gateway is given, and what it may do with it.
 *
 * @param heapMb of the virtual machine
 * @param directMb outside of its heap
 * @param metaspaceMb for classes
 * @param codeMb for compiled code
 */
record MemoryAllowance(int heapMb, int directMb, int metaspaceMb, int codeMb) {

    static final MemoryAllowance USUAL = new MemoryAllowance(256, 64, 128, 64);

    /** Beyond the limit: stacks, the collector, the virtual machine itself. */
    private static final double TOLERANCE = 1.15;

    /** By how much the heap may grow in an hour, in MB. */
    static final double MAX_GROWTH = 1;

    /** How much slower the slowest hundredth of the hits may be than without a fault. */
    static final double MAX_SLOWDOWN = 1.5;

    /** What a short run finds about growth is noise: half a megabyte to and fro in ten minutes is 3 MB an hour. */
    static final Duration GROWTH_JUDGED_FROM = Duration.ofMinutes(30);

    /** In phases of seconds the slowest hundredth is a handful of hits, and whatever else runs on the machine. */
    static final Duration SPEED_JUDGED_FROM = Duration.ofMinutes(10);

    /** The options that say so to a virtual machine, and how many buffers Netty watches. */
    List<String> options(LeakDetectionLevel leaks) {
        return List.of(
                "-XX:+UseG1GC",
                "-XX:MaxGCPauseMillis=5",
                "-Xmx" + heapMb + "m",
                "-XX:MaxDirectMemorySize=" + directMb + "m",
                "-XX:MaxMetaspaceSize=" + metaspaceMb + "m",
                "-XX:ReservedCodeCacheSize=" + codeMb + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dio.netty.leakDetection.level=" + leaks.level());
    }

    /** All of it. */
    int limitMb() {
        return heapMb + directMb + metaspaceMb + codeMb;
    }

    /** What the process may have in memory. */
    double mostResidentMb() {
        return limitMb() * TOLERANCE;
    }
}
