package dev.larder.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File descriptors: every connection takes one, those to origins too, and so does every file. Whoever lets clients have them
 * all can neither accept a connection, be it only to close it, nor ask an origin.
 */
final class FileDescriptorLimit {

    private static final Logger LOG = LoggerFactory.getLogger(FileDescriptorLimit.class);

    /** What is left to origins, files and the rest of the process; half of what is free where that is less. */
    private static final long KEPT = 1_024;

    private FileDescriptorLimit() {}

    /** How many of the connections that are wished for clients may have, with what is free of this process's descriptors. */
    static int within(int wished) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
            return wished;
        }
        long all = unix.getMaxFileDescriptorCount();
        long open = unix.getOpenFileDescriptorCount();
        int affordable = connections(wished, all, open);
        if (affordable < wished) {
            LOG.info(
                    "Clients may have {} connections and not larder.limits.max-connections={}: this process may open {}"
                            + " file descriptors, and has opened {}. Raise its limit (ulimit -n) for more.",
                    affordable,
                    wished,
                    all,
                    open);
        }
        return affordable;
    }

    /** So many of the connections that are wished for, at least one, where so many of all descriptors are in use. */
    static int connections(int wished, long descriptors, long open) {
        long free = Math.max(0, descriptors - open);
        long left = free - Math.min(KEPT, free / 2);
        return (int) Math.max(1, Math.min(wished, left));
    }
}
