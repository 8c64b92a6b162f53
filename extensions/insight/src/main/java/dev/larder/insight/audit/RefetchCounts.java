package dev.larder.insight.audit;

/**
 * Responses that were invalidated by writes and fetched again.
 *
 * @param all number of responses
 * @param changed number of those that had changed; the others were invalidated needlessly
 */
public record RefetchCounts(long all, long changed) {

    /** None. */
    public static final RefetchCounts NONE = new RefetchCounts(0, 0);

    /** Adds one response. */
    RefetchCounts and(boolean more) {
        return new RefetchCounts(all + 1, changed + (more ? 1 : 0));
    }
}
