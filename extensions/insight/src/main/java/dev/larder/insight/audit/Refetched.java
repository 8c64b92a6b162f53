package dev.larder.insight.audit;

/**
 * Responses that were dropped by writes and fetched again.
 *
 * @param all how many
 * @param changed those that had changed; the others were dropped for nothing
 */
public record Refetched(long all, long changed) {

    /** None. */
    public static final Refetched NONE = new Refetched(0, 0);

    /** One more. */
    Refetched and(boolean more) {
        return new Refetched(all + 1, changed + (more ? 1 : 0));
    }
}
