package dev.larder.simulator.cluster;

/**
 * The simulated time of a cluster.
 *
 * @param nanos simulated nanoseconds
 * @param weight writes that a simulated one represents: if messages are collected, more writes are more records in them
 * @param events approximate number of messages in that time
 */
record SimulationPlan(long nanos, int weight, long events) {

    private static final double SECOND = 1e9;
    private static final double LONGEST = 60;

    /** A multiple of the longest duration of a write, so that the cluster reaches its steady state. */
    private static final double SHORTEST = 0.6;

    /** Events of a write beside its messages: its arrival, the origin's answer, and the expiry of two leases. */
    private static final double EVENTS_PER_WRITE = 4;

    private static final double NOTICES = 5;

    /** Writes per second that keep all edges of a shared tree busy. */
    private static final double ENOUGH_WRITES = 2_000;

    /** Records that take as long to simulate as a message. */
    private static final double RECORDS_PER_EVENT = 4;

    static SimulationPlan of(ClusterAssumptions assumptions, ClusterCase clusterCase) {
        ClusterDemand demand = ClusterDemand.of(assumptions, clusterCase);
        double writes = clusterCase.writesPerSecond(assumptions.traffic());
        boolean isShared = clusterCase.variant().isShared();
        int weight = isShared ? (int) Math.max(1, Math.round(writes / ENOUGH_WRITES)) : 1;
        int ends = isShared ? 2 : 1;
        boolean isBatched = clusterCase.variant().isBatched();
        double sent = demand.publications() * (isBatched ? 2 : 1) + demand.heartbeats();
        double messages = ends * ClusterDemand.asked(clusterCase, assumptions.protocol()) * sent;
        double records = isBatched ? NOTICES * writes / weight * clusterCase.members() : 0;
        double perSecond = messages + records / RECORDS_PER_EVENT + EVENTS_PER_WRITE * writes / weight;
        double seconds =
                Math.min(LONGEST, Math.max(SHORTEST, assumptions.sampling().events() / perSecond));
        return new SimulationPlan(Math.round(seconds * SECOND), weight, Math.round(seconds * perSecond));
    }
}
