package dev.larder.insight.dryrun;

import dev.larder.insight.audit.ConfidenceInterval;

/**
 * Pairs of responses, by whether a feature of their requests agreed and whether their bodies did.
 *
 * @param bothSame the same value and the same body
 * @param bodiesDiffer the same value, another body
 * @param valuesDiffer another value, the same body
 * @param bothDiffer another value, another body
 */
public record ResponsePairCounts(long bothSame, long bodiesDiffer, long valuesDiffer, long bothDiffer) {

    static final ResponsePairCounts NONE = new ResponsePairCounts(0, 0, 0, 0);

    private static final long FEWEST_DIFFERENCES = 5;
    private static final long MANY = 50;
    private static final long SOME = 8;

    ResponsePairCounts and(boolean sameValue, boolean sameBody) {
        return new ResponsePairCounts(
                bothSame + (sameValue && sameBody ? 1 : 0),
                bodiesDiffer + (sameValue && !sameBody ? 1 : 0),
                valuesDiffer + (!sameValue && sameBody ? 1 : 0),
                bothDiffer + (!sameValue && !sameBody ? 1 : 0));
    }

    ResponsePairCounts plus(ResponsePairCounts others) {
        return new ResponsePairCounts(
                bothSame + others.bothSame,
                bodiesDiffer + others.bodiesDiffer,
                valuesDiffer + others.valuesDiffer,
                bothDiffer + others.bothDiffer);
    }

    /** Returns the number of pairs. */
    long all() {
        return bothSame + bodiesDiffer + valuesDiffer + bothDiffer;
    }

    /**
     * Whether bodies differ with the value, and more often than without: by the least favorable bounds of both shares, at 95 %.
     */
    boolean hasSignificantEffect() {
        return bothDiffer >= FEWEST_DIFFERENCES
                && ConfidenceInterval.of(bothDiffer, bothDiffer + valuesDiffer).low()
                        > ConfidenceInterval.of(bodiesDiffer, bodiesDiffer + bothSame)
                                .high();
    }

    /** Returns how much more often bodies differ if the value does. */
    double effect() {
        return share(bothDiffer, valuesDiffer) - share(bodiesDiffer, bothSame);
    }

    private static double share(long part, long rest) {
        return part + rest == 0 ? 0 : (double) part / (part + rest);
    }

    /** Whether the value has differed often, and never the body with it. */
    boolean isUseless() {
        return bothDiffer == 0 && valuesDiffer >= MANY;
    }

    /** Whether requests may count as alike although the value differs: it never repeats, or does not matter. */
    boolean isNegligible() {
        return (hasOnlyUniqueValues() && !isInconclusive())
                || (valuesDiffer >= SOME && bothDiffer * SOME <= valuesDiffer);
    }

    /**
     * Whether each value has come once, and nearly each with a body of its own: it may select the body, or bodies always change.
     */
    boolean isInconclusive() {
        return hasOnlyUniqueValues() && valuesDiffer * SOME <= bothDiffer;
    }

    private boolean hasOnlyUniqueValues() {
        return bothSame + bodiesDiffer == 0 && valuesDiffer + bothDiffer >= SOME;
    }
}
