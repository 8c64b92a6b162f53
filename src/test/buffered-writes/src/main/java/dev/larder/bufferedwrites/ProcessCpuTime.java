package dev.larder.bufferedwrites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of processes, user and system, as Linux counts it: in steps of 10 ms. */
final class ProcessCpuTime {

    private static final int MILLIS_PER_TICK = 10;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int USER_OF_ENDED_CHILDREN = 13;
    private static final int SYSTEM_OF_ENDED_CHILDREN = 14;

    private ProcessCpuTime() {}

    /** Milliseconds that a process has taken. */
    static long millis(long pid) throws IOException {
        String[] fields = fields(pid);
        return MILLIS_PER_TICK * (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]));
    }

    /** Milliseconds that a process and its children have taken, those included that have ended. */
    static long millisWithChildren(long pid) throws IOException {
        String[] fields = fields(pid);
        long ended = Long.parseLong(fields[USER_OF_ENDED_CHILDREN]) + Long.parseLong(fields[SYSTEM_OF_ENDED_CHILDREN]);
        long living = ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::children)
                .mapToLong(child -> millisOrNone(child.pid()))
                .sum();
        return millis(pid) + MILLIS_PER_TICK * ended + living;
    }

    private static long millisOrNone(long pid) {
        try {
            return millis(pid);
        } catch (IOException e) {
            return 0;
        }
    }

    /** What follows the name, which may hold spaces. */
    private static String[] fields(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ");
    }
}
