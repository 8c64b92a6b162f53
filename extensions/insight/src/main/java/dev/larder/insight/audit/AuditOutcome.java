package dev.larder.insight.audit;

/** What a check of an answer from the store has shown. */
public enum AuditOutcome {
    /** The origin would have sent the same. */
    AGREES,
    /** The origin sends something else, twice the same, and no invalidation has come: a stale hit, proven. */
    DIFFERS,
    /** Unknown: the origin did not answer, or not about the resource. */
    ORIGIN_SILENT,
    /** Unknown: the origin sends something else each time. */
    CHANGES_EACH_TIME,
    /** Unknown: a write has come in between. */
    INVALIDATED_MEANWHILE;

    /** Whether it proves nothing. */
    public boolean unknown() {
        return this != AGREES && this != DIFFERS;
    }
}
