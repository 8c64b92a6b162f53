package dev.larder.simulator.cluster;

/**
 * A cluster to be simulated.
 *
 * @param members number of members
 * @param writes fraction of the requests that write, 0 to 1
 * @param variant how publications spread
 */
public record ClusterCase(int members, double writes, BroadcastVariant variant) {

    /** Checks that the cluster has members and writes. */
    public ClusterCase {
        ArgumentCheck.that(members >= 2 && members <= 10_000, "2 to 10000 members");
        ArgumentCheck.that(writes > 0 && writes <= 1, "a part of writes above 0 and up to 100%");
    }

    /** Returns the writes per second of the whole cluster. */
    double writesPerSecond(MemberTraffic traffic) {
        return members * traffic.rate() * writes;
    }
}
