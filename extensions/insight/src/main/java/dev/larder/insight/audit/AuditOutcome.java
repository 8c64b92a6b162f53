package dev.larder.insight.audit;

/** Outcome of checking a response from the store. */
public enum AuditOutcome {
    /** The origin's response is the same. */
    AGREES,
    /** Proven stale hit: the origin sends a different response, the same twice, and there was no invalidation. */
    DIFFERS,
    /** Unknown: the origin did not respond, or its response says nothing about the resource. */
    ORIGIN_SILENT,
    /** Unknown: the origin sends a different response each time. */
    CHANGES_EACH_TIME,
    /** Unknown: a write occurred during the check. */
    INVALIDATED_MEANWHILE;

    /** Whether it proves nothing. */
    public boolean isUnknown() {
        return this != AGREES && this != DIFFERS;
    }
}
