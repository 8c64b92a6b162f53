package dev.larder.simulator.cluster;

/** What a simulated cluster did. */
public record ClusterSimulationResult(ClusterCase cell, Messages messages, Delays delays, Hits hits) {

    /** A write that waits longer for acknowledgements is too slow, in nanoseconds. */
    public static final long MOST_DELAY = 100_000_000;

    /** A member that spends more of a core on messages has too little left for requests. */
    public static final double MOST_LOAD = 0.3;

    /**
     * Messages that a member sends, the mean of all members; where all writers share a tree, of those that relay.
     *
     * @param publications per second, for writes and their acknowledgements
     * @param heartbeats per second, for leases
     * @param bytes per second, of both
     * @param load part of a core that it takes to send and to receive, pauses apart
     */
    public record Messages(double publications, double heartbeats, double bytes, double load) {}

    /**
     * What writes wait for acknowledgements altogether, in nanoseconds. Where members have more to do than they can, each
     * wait ends with the lease.
     *
     * @param writes number of writes measured; 0 if members have more to do than they can
     */
    public record Delays(long median, long p99, long writes) {}

    /**
     * Where requests that read were answered from, as parts of 1.
     *
     * @param near by the store in front
     * @param shared by the shared map
     * @param bytes per second between members, sent by each for stored responses
     */
    public record Hits(double near, double shared, double bytes) {

        /** Part of the reads that went to the origin. */
        public double origin() {
            return 1 - near - shared;
        }
    }

    /** Whether members have more to do than they can. */
    public boolean isSaturated() {
        return delays.writes == 0;
    }

    /** Whether writes are acknowledged in time and members have time for requests. */
    public boolean keepsLimits() {
        return delays.p99 <= MOST_DELAY && messages.load <= MOST_LOAD;
    }

    /** Messages per second that a member may send, and as many receive, at most. */
    public static double mostMessages(MessageCosts costs) {
        return MOST_LOAD * 1e9 / (2.0 * costs.cpu());
    }
}
