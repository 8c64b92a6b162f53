package dev.larder.insight.audit;

/**
 * Something to change.
 *
 * @param kind what it is about
 * @param pool the pool whose responses it is about
 * @param text what was seen, and what would mend it
 * @param yaml the change as configuration; empty where none can be given
 */
public record AuditRecommendation(Kind kind, String pool, String text, String yaml) {

    /** What advice is about. */
    public enum Kind {
        /** Writes to one pool make another wrong, and nothing says so. */
        MISSING_COUPLING,
        /** Writes reach further within their pool than its scope says. */
        TOO_NARROW,
        /** Something else than writes through this gateway changes responses. */
        CHANGED_UNSEEN,
        /** A narrower scope would have kept what was right, and nothing else. */
        NARROWER,
        /** A coupling drops what never changes. */
        NEEDLESS_COUPLING,
        /** Responses are dropped much more often than they change. */
        OFTEN_DROPPED
    }
}
