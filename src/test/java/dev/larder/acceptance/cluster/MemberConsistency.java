package dev.larder.acceptance.cluster;

/** How the members are tied together. */
enum MemberConsistency {
    /** A write is answered once no member can serve what was there before. */
    STRICT,
    /** A write is answered at once, and the members hear of it soon. */
    EVENTUAL,
    /** Not at all: gateways that know nothing of one another. */
    NONE
}
