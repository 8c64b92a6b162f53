package dev.larder.simulator.cluster;

/** The result of a simulated cluster. */
public record ClusterSimulationResult(ClusterCase cell, Messages messages, Delays delays, Hits hits) {

    /** Maximum delay of a write by acknowledgements, in nanoseconds. A longer one is too slow. */
    public static final long MAX_DELAY = 100_000_000;

    /** Maximum fraction of a core spent on messages. Beyond it a member has too little left for requests. */
    public static final double MAX_LOAD = 0.3;

    /**
     * Messages sent by a member: the mean of all members, or of the relays if all writers share a tree.
     *
     * @param publications per second, for writes and their acknowledgements
     * @param heartbeats per second, for leases
     * @param bytes per second, of both
     * @param load fraction of a core spent on sending and receiving, pauses excluded
     */
    public record Messages(double publications, double heartbeats, double bytes, double load) {}

    /**
     * Total time that writes wait for acknowledgements, in nanoseconds. If members are saturated, each wait ends with
     * the lease.
     *
     * @param writes number of writes measured; 0 if members are saturated
     */
    public record Delays(long median, long p99, long writes) {}

    /**
     * The sources of the responses to reads, as fractions of 1.
     *
     * @param near the store in front
     * @param shared the shared map
     * @param bytes per second between members, sent by each for stored responses
     */
    public record Hits(double near, double shared, double bytes) {

        /** Returns the fraction of reads that went to the origin. */
        public double origin() {
            return 1 - near - shared;
        }
    }

    /** Whether members have more work than they can do. */
    public boolean isSaturated() {
        return delays.writes == 0;
    }

    /** Whether writes are acknowledged in time and members have time for requests. */
    public boolean isWithinLimits() {
        return delays.p99 <= MAX_DELAY && messages.load <= MAX_LOAD;
    }

    /** Returns the maximum messages per second that a member may send; it may receive as many. */
    public static double mostMessages(MessageCosts costs) {
        return MAX_LOAD * 1e9 / (2.0 * costs.cpu());
    }
}
