package dev.larder.insight.audit;

/**
 * Confidence interval of a share, given a sample: Wilson's score interval at 95 %.
 *
 * @param low lower bound, from 0
 * @param high upper bound, to 1
 */
public record ConfidenceInterval(double low, double high) {

    private static final double Z = 1.959964;

    /** Returns the interval of a share observed in {@code part} of {@code all} cases. */
    public static ConfidenceInterval of(long part, long all) {
        if (all == 0) {
            return new ConfidenceInterval(0, 1);
        }
        double share = (double) part / all;
        double z2 = Z * Z / all;
        double centre = share + z2 / 2;
        double spread = Z * Math.sqrt(share * (1 - share) / all + z2 / (4 * all));
        return new ConfidenceInterval(
                part == 0 ? 0 : Math.max(0, (centre - spread) / (1 + z2)),
                part == all ? 1 : Math.min(1, (centre + spread) / (1 + z2)));
    }
}
