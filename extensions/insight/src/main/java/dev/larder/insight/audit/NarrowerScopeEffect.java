package dev.larder.insight.audit;

/**
 * Effect that a narrower scope would have had on responses that a write invalidated and a request fetched again.
 *
 * @param kept number of responses that it would have kept
 * @param stale number of those that had changed: they would have been stale hits
 */
record NarrowerScopeEffect(long kept, long stale) {

    static final NarrowerScopeEffect NONE = new NarrowerScopeEffect(0, 0);

    /** Adds a response that it would have kept. */
    NarrowerScopeEffect and(boolean changed) {
        return new NarrowerScopeEffect(kept + 1, stale + (changed ? 1 : 0));
    }
}
