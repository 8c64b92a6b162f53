package dev.larder.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits client connections to the available file descriptors. Every connection takes one, including those to origins, and so
 * does every file. Without descriptors left, a server can neither accept a connection, even to close it, nor contact an origin.
 */
final class FileDescriptorLimit {

    private static final Logger LOG = LoggerFactory.getLogger(FileDescriptorLimit.class);

    /** Descriptors reserved for origins, files and the rest of the process; half of the free ones if that is less. */
    private static final long KEPT = 1_024;

    private FileDescriptorLimit() {}

    /** Returns how many of the requested client connections the free descriptors of this process allow. */
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

    /** Returns how many of the requested connections are possible, at least one, with this many descriptors and open ones. */
    static int connections(int wished, long descriptors, long open) {
        long free = Math.max(0, descriptors - open);
        long left = free - Math.min(KEPT, free / 2);
        return (int) Math.max(1, Math.min(wished, left));
    }
}
