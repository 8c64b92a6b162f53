package dev.larder.policies.ghost;

/** The cause of a miss. */
public enum GhostMissCause {
    /** The key was requested for the first time: no cache helps. */
    COLD,
    /** The entry was present but expired: a longer lifetime would help. */
    EXPIRED,
    /** The entry was present but invalidated by a write: narrower invalidation may help. */
    INVALIDATED,
    /** The entry had been evicted, or not admitted: a larger cache or another policy helps. */
    CAPACITY
}
