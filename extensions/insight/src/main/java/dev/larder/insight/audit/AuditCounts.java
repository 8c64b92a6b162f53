package dev.larder.insight.audit;

import java.util.Map;
import java.util.TreeMap;

/**
 * Number of checks of stored responses, by outcome.
 *
 * @param agree responses that matched the origin's
 * @param differ proven stale hits
 * @param unknown checks without proof
 * @param doubts those by reason
 * @param staleShare share of stale hits among conclusive checks
 */
public record AuditCounts(
        long agree, long differ, long unknown, Map<AuditOutcome, Long> doubts, ConfidenceInterval staleShare) {

    /** No checks. */
    public static final AuditCounts NONE = of(new long[AuditOutcome.values().length]);

    /** @param counts by the outcomes' ordinals */
    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    static AuditCounts of(long[] counts) {
        long agree = counts[AuditOutcome.AGREES.ordinal()];
        long differ = counts[AuditOutcome.DIFFERS.ordinal()];
        long unknown = 0;
        var doubts = new TreeMap<AuditOutcome, Long>();
        for (AuditOutcome outcome : AuditOutcome.values()) {
            long count = counts[outcome.ordinal()];
            if (outcome.isUnknown() && count > 0) {
                doubts.put(outcome, count);
                unknown += count;
            }
        }
        return new AuditCounts(agree, differ, unknown, doubts, ConfidenceInterval.of(differ, agree + differ));
    }
}
