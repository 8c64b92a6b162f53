package dev.larder.experiments.traffic;

import java.util.HashMap;
import java.util.Map;

/**
 * What readers must see: a read that starts when a write has been answered shows the version of that write or a later one.
 * Used by one thread.
 */
public final class ExpectedVersions {

    private final Map<String, Long> written = new HashMap<>();

    /** The least version that a read that starts now may show. */
    public long floor(ExperimentRequest call) {
        return written.getOrDefault(call.path(), 0L);
    }

    /** A write was answered. */
    public void answered(ExperimentRequest call, ExperimentResponse answer) {
        if (!call.isRead() && answer.isSuccessful()) {
            written.merge(call.path(), answer.version(), Math::max);
        }
    }

    /** Whether that read, which may show no less than the floor, shows the past. */
    public static boolean isStale(ExperimentRequest call, ExperimentResponse answer, long floor) {
        return call.isRead() && answer.isSuccessful() && call.size() >= 0 && answer.version() < floor;
    }
}
