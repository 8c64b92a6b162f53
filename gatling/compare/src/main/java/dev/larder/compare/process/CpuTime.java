package dev.larder.compare.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** CPU time of a process and all its descendants, user and system together, as Linux counts it in {@code /proc}. */
public final class CpuTime {

    /** What Linux promises to user space (USER_HZ), whatever the kernel's own clock. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int UTIME = 14;
    private static final int STIME = 15;
    private static final int FIRST_AFTER_NAME = 3;

    private CpuTime() {}

    /** Seconds; a process that has just ended counts nothing. Steps of 10 ms. */
    public static double ofTree(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants())
                .mapToDouble(process -> of(process.pid()))
                .sum();
    }

    /** Seconds in one line of {@code /proc/<pid>/stat}; the name in it may hold spaces and brackets. */
    static double parse(String stat) {
        var afterName = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        var ticks = Long.parseLong(afterName[UTIME - FIRST_AFTER_NAME])
                + Long.parseLong(afterName[STIME - FIRST_AFTER_NAME]);
        return ticks / TICKS_PER_SECOND;
    }

    private static double of(long pid) {
        try {
            return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException ended) {
            return 0;
        }
    }
}
