package dev.larder.soak.watch;

import java.util.List;

/** What a gateway's log may not contain, whatever happens to it. */
public final class LogCheck {

    private LogCheck() {}

    /** Buffers that were lost, as Netty reports them. */
    public static long leaks(List<String> log) {
        return log.stream().filter(line -> line.contains("LEAK:")).count();
    }

    /** Errors, and memory that was not there. */
    public static List<String> errors(List<String> log) {
        return log.stream()
                .filter(line -> line.contains(" ERROR ") || line.contains("OutOfMemoryError"))
                .toList();
    }
}
