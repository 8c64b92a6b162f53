package dev.larder.insight.audit;

/**
 * A recommended change.
 *
 * @param kind type of the problem
 * @param pool the pool whose responses are affected
 * @param text observation and remedy
 * @param yaml the change as configuration; empty if there is none
 */
public record AuditRecommendation(Kind kind, String pool, String text, String yaml) {

    /** Type of a problem. */
    public enum Kind {
        /** Writes to one pool make responses of another stale, and no coupling covers that. */
        MISSING_COUPLING,
        /** Writes affect more of their pool than its scope covers. */
        TOO_NARROW,
        /** Responses change without a write through this gateway. */
        CHANGED_UNSEEN,
        /** A narrower scope would have kept current responses, and no stale ones. */
        NARROWER,
        /** A coupling invalidates responses that never change. */
        NEEDLESS_COUPLING,
        /** Responses are invalidated much more often than they change. */
        OFTEN_DROPPED
    }
}
