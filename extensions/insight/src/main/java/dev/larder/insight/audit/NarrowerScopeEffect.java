package dev.larder.insight.audit;

/**
 * What a narrower scope would have made of responses that a write dropped and a request fetched again.
 *
 * @param kept responses that it would not have dropped
 * @param stale those of them that had changed: they would have been stale hits
 */
record NarrowerScopeEffect(long kept, long stale) {

    static final NarrowerScopeEffect NONE = new NarrowerScopeEffect(0, 0);

    /** One more that it would have kept. */
    NarrowerScopeEffect and(boolean changed) {
        return new NarrowerScopeEffect(kept + 1, stale + (changed ? 1 : 0));
    }
}
