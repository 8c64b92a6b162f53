package dev.larder.simulator.cluster;

/**
 * One cluster to be simulated.
 *
 * @param members number of members
 * @param writes part of the requests that write, 0 to 1
 * @param variant how publications spread
 */
public record ClusterCase(int members, double writes, BroadcastVariant variant) {

    /** Checks that there is a cluster and that it writes. */
    public ClusterCase {
        ArgumentCheck.that(members >= 2 && members <= 10_000, "2 to 10000 members");
        ArgumentCheck.that(writes > 0 && writes <= 1, "a part of writes above 0 and up to 100%");
    }

    /** Writes per second of the whole cluster. */
    double writesPerSecond(MemberTraffic traffic) {
        return members * traffic.rate() * writes;
    }
}
