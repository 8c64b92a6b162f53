package dev.larder.insight.dryrun;

import dev.larder.insight.audit.Interval;

/**
 * Requests, by what would have become of them.
 *
 * @param requests all
 * @param hits those that would have been answered without asking the origin
 * @param compared those of them where the origin's answer tells whether that would have been right
 * @param wrong those of them where it would not
 */
public record Counts(long requests, long hits, long compared, long wrong) {

    static final Counts NONE = new Counts(0, 0, 0, 0);

    Counts forwarded() {
        return new Counts(requests + 1, hits, compared, wrong);
    }

    Counts hit(boolean tells, boolean different) {
        return new Counts(requests + 1, hits + 1, compared + (tells ? 1 : 0), wrong + (different ? 1 : 0));
    }

    Counts plus(Counts others) {
        return new Counts(
                requests + others.requests, hits + others.hits, compared + others.compared, wrong + others.wrong);
    }

    /** Share of requests that would have been hits. */
    public double hitRatio() {
        return requests == 0 ? 0 : (double) hits / requests;
    }

    /** Share of the hits that would have been wrong, in truth. */
    public Interval wrongShare() {
        return Interval.of(wrong, compared);
    }
}
