package dev.larder.insight.dryrun;

import dev.larder.insight.audit.ConfidenceInterval;

/**
 * Requests, by what would have become of them.
 *
 * @param requests all
 * @param hits those that would have been answered without asking the origin
 * @param compared those of them where the origin's answer tells whether that would have been right
 * @param wrong those of them where it would not
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

    /** Share of requests that would have been hits. */
    public double hitRatio() {
        return requests == 0 ? 0 : (double) hits / requests;
    }

    /** Share of the hits that would have been wrong, in truth. */
    public ConfidenceInterval wrongShare() {
        return ConfidenceInterval.of(wrong, compared);
    }
}
