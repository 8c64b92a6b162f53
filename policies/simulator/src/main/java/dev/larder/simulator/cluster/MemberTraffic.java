package dev.larder.simulator.cluster;

/**
 * The load of a member and its interruptions.
 *
 * @param rate requests per second to each member
 * @param origin response time of the origin in nanoseconds, median
 * @param pause length of a pause of a member in nanoseconds
 * @param pauseEvery nanoseconds from the start of one pause of a member to its next
 */
public record MemberTraffic(double rate, long origin, long pause, long pauseEvery) {

    /** Checks that there is traffic and that pauses leave time for it. */
    public MemberTraffic {
        ArgumentCheck.that(rate > 0 && rate <= 1e6, "a rate above 0 and up to 1000000");
        ArgumentCheck.that(origin >= 0 && pause >= 0, "times of at least 0");
        ArgumentCheck.that(pauseEvery > pause, "pauses that are shorter than the time between them");
    }
}
