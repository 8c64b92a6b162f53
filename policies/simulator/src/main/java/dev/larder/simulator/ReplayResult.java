package dev.larder.simulator;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The result of a trace with one policy and size.
 *
 * @param capacity bytes
 * @param requests reads; writes are not counted
 * @param missPenalty packets per kB fetched, see {@link ReplayStatistics}
 * @param nsPerOp median of the processor time per request, over laps of 8,192 requests
 */
record ReplayResult(
        String trace,
        String policy,
        long capacity,
        long requests,
        double hitRatio,
        double byteHitRatio,
        double missPenalty,
        double nsPerOp) {

    /** Returns the mean of several runs of the same trace, policy and size. */
    static ReplayResult mean(List<ReplayResult> runs) {
        ReplayResult first = runs.get(0);
        return new ReplayResult(
                first.trace,
                first.policy,
                (long) mean(runs, ReplayResult::capacity),
                (long) mean(runs, ReplayResult::requests),
                mean(runs, ReplayResult::hitRatio),
                mean(runs, ReplayResult::byteHitRatio),
                mean(runs, ReplayResult::missPenalty),
                mean(runs, ReplayResult::nsPerOp));
    }

    private static double mean(List<ReplayResult> runs, ToDoubleFunction<ReplayResult> value) {
        return runs.stream().mapToDouble(value).average().orElse(0);
    }
}
