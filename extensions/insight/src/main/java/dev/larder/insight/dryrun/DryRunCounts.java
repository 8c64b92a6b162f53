package dev.larder.insight.dryrun;

import dev.larder.insight.audit.ConfidenceInterval;

/**
 * Requests by predicted outcome.
 *
 * @param requests number of all requests
 * @param hits number that would have been answered without contacting the origin
 * @param compared number of hits that the origin's response proves right or wrong
 * @param wrong number of those that would have been wrong
 */
public record DryRunCounts(long requests, long hits, long compared, long wrong) {

    static final DryRunCounts NONE = new DryRunCounts(0, 0, 0, 0);

    DryRunCounts forwarded() {
        return new DryRunCounts(requests + 1, hits, compared, wrong);
    }

    DryRunCounts hit(boolean tells, boolean different) {
        return new DryRunCounts(requests + 1, hits + 1, compared + (tells ? 1 : 0), wrong + (different ? 1 : 0));
    }

    DryRunCounts plus(DryRunCounts others) {
        return new DryRunCounts(
                requests + others.requests, hits + others.hits, compared + others.compared, wrong + others.wrong);
    }

    /** Returns the share of requests that would have been hits. */
    public double hitRatio() {
        return requests == 0 ? 0 : (double) hits / requests;
    }

    /** Returns the confidence interval of the share of wrong hits. */
    public ConfidenceInterval wrongShare() {
        return ConfidenceInterval.of(wrong, compared);
    }
}
