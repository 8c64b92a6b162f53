package dev.larder.simulator.cluster;

/**
 * How long a cluster is simulated.
 *
 * @param nanos nanoseconds of its time
 * @param weight writes that a simulated one stands for: where messages are collected, more writes are more records of them
 * @param events messages that happen in that time, about
 */
record SimulationPlan(long nanos, int weight, long events) {

    private static final double SECOND = 1e9;
    private static final double LONGEST = 60;

    /** Several times what a write may take, so that a cluster is seen in its steady state. */
    private static final double SHORTEST = 0.6;

    /** Beside its messages, a write comes, is answered by the origin, and lets two leases run out. */
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
