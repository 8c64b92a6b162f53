package dev.larder.simulator.cluster;

/**
 * What a member has to do and what keeps it from it.
 *
 * @param rate requests per second to each member
 * @param origin nanoseconds that the origin takes to answer, median
 * @param pause nanoseconds for which a member stands still now and then
 * @param pauseEvery nanoseconds from the begin of one pause of a member to its next
 */
public record MemberTraffic(double rate, long origin, long pause, long pauseEvery) {

    /** Checks that there is traffic and that members do not only pause. */
    public MemberTraffic {
        ArgumentCheck.that(rate > 0 && rate <= 1e6, "a rate above 0 and up to 1000000");
        ArgumentCheck.that(origin >= 0 && pause >= 0, "times of at least 0");
        ArgumentCheck.that(pauseEvery > pause, "pauses that are shorter than the time between them");
    }
}
