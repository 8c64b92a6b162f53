package dev.larder.policies.ghost;

/** Why something was not there. */
public enum GhostMissCause {
    /** It had never been asked for: no cache helps. */
    COLD,
    /** It was there, and too old: a longer lifetime would help. */
    EXPIRED,
    /** It was there, and a write had made it wrong: narrower invalidation may help. */
    INVALIDATED,
    /** It had been evicted, or not admitted: a larger cache helps, or another policy. */
    CAPACITY
}
