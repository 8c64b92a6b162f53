package dev.larder.soak;

import dev.larder.soak.traffic.RequestCounters;
import java.util.OptionalDouble;

/**
 * A phase that is over.
 *
 * @param phase which it was
 * @param endSeconds when it ended, since the first began
 * @param account what became of its requests
 * @param heapMb what was left on the heap after a collection, where that was asked
 * @param residentMb of the process, in memory
 * @param counts of the process
 */
record CompletedPhase(
        SoakPhase phase,
        double endSeconds,
        RequestCounters account,
        OptionalDouble heapMb,
        double residentMb,
        ProcessCounts counts) {

    /**
     * What can be counted of a process.
     *
     * @param threads it has
     * @param sockets it has open
     */
    record ProcessCounts(int threads, long sockets) {}
}
