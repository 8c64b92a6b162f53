package dev.larder.simulator;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What came of a trace with a policy and a size.
 *
 * @param capacity bytes
 * @param requests reads; writes are not counted
 * @param missPenalty packets per kB fetched, see {@link Tally}
 * @param nsPerOp median of the processor time per request, over laps of 8,192 requests
 */
record Outcome(
        String trace,
        String policy,
        long capacity,
        long requests,
        double hitRatio,
        double byteHitRatio,
        double missPenalty,
        double nsPerOp) {

    /** The mean of several runs of the same trace, policy and size. */
    static Outcome mean(List<Outcome> runs) {
        Outcome first = runs.get(0);
        return new Outcome(
                first.trace,
                first.policy,
                (long) mean(runs, Outcome::capacity),
                (long) mean(runs, Outcome::requests),
                mean(runs, Outcome::hitRatio),
                mean(runs, Outcome::byteHitRatio),
                mean(runs, Outcome::missPenalty),
                mean(runs, Outcome::nsPerOp));
    }

    private static double mean(List<Outcome> runs, ToDoubleFunction<Outcome> value) {
        return runs.stream().mapToDouble(value).average().orElse(0);
    }
}
