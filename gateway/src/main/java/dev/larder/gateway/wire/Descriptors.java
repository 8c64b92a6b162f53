package dev.larder.gateway.wire;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File descriptors: every connection takes one, those to origins too, and so does every file. Whoever lets clients have them
 * all can neither accept a connection, be it only to close it, nor ask an origin.
 */
public final class Descriptors {

    private static final Logger LOG = LoggerFactory.getLogger(Descriptors.class);

    /** What is left to origins, files and the rest of the process; half of all where there are few. */
    private static final long KEPT = 1_024;

    private Descriptors() {}

    /** The same limits, with no more connections than the descriptors of this process are enough for. */
    public static ClientLimits within(ClientLimits wished) {
        long all = ofThisProcess();
        int affordable = connections(wished.connections(), all);
        if (affordable < wished.connections()) {
            LOG.info(
                    "Clients may have {} connections and not larder.limits.max-connections={}: this process may open {}"
                            + " file descriptors. Raise its limit (ulimit -n) for more.",
                    affordable,
                    wished.connections(),
                    all);
        }
        return new ClientLimits(
                wished.headDeadline(),
                wished.contentPause(),
                wished.responsePause(),
                affordable,
                wished.connectionsOfOne());
    }

    /** So many of the connections that are wished for, at least one, where there are so many descriptors. */
    static int connections(int wished, long descriptors) {
        long left = descriptors - Math.min(KEPT, descriptors / 2);
        return (int) Math.max(1, Math.min(wished, left));
    }

    /** The limit that the system sets; none where it does not tell. */
    private static long ofThisProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
