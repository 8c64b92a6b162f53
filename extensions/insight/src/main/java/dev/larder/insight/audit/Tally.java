package dev.larder.insight.audit;

import java.util.Map;
import java.util.TreeMap;

/**
 * Checks of answers from the store, by outcome.
 *
 * @param agree answers that were as the origin's
 * @param differ proven stale hits
 * @param unknown checks that proved nothing
 * @param doubts those by what was in doubt
 * @param staleShare share of stale hits among those that proved something
 */
public record Tally(long agree, long differ, long unknown, Map<Outcome, Long> doubts, Interval staleShare) {

    /** Nothing has been checked. */
    public static final Tally NONE = of(new long[Outcome.values().length]);

    /** @param counts by the outcomes' ordinals */
    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    static Tally of(long[] counts) {
        long agree = counts[Outcome.AGREES.ordinal()];
        long differ = counts[Outcome.DIFFERS.ordinal()];
        long unknown = 0;
        var doubts = new TreeMap<Outcome, Long>();
        for (Outcome outcome : Outcome.values()) {
            long count = counts[outcome.ordinal()];
            if (outcome.unknown() && count > 0) {
                doubts.put(outcome, count);
                unknown += count;
            }
        }
        return new Tally(agree, differ, unknown, doubts, Interval.of(differ, agree + differ));
    }
}
