package dev.larder.insight.audit;

/**
 * Responses that were dropped by writes and fetched again.
 *
 * @param all how many
 * @param changed those that had changed; the others were dropped for nothing
 */
public record RefetchCounts(long all, long changed) {

    /** None. */
    public static final RefetchCounts NONE = new RefetchCounts(0, 0);

    /** One more. */
    RefetchCounts and(boolean more) {
        return new RefetchCounts(all + 1, changed + (more ? 1 : 0));
    }
}
