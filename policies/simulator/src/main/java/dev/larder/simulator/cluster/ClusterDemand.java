package dev.larder.simulator.cluster;

/**
 * The analytical load of a cluster without saturation, as the mean of its members, or of the relays if all writers
 * share a tree.
 *
 * @param publications messages sent per second for writes
 * @param heartbeats messages sent per second for leases
 * @param records records of writes sent per second
 * @param load fraction of a core
 */
record ClusterDemand(double publications, double heartbeats, double records, double load) {

    /** Messages of a write to each member and back: three publications, two acknowledgements. */
    private static final int NOTICES = 5;

    private static final double SECOND = 1e9;

    static ClusterDemand of(ClusterAssumptions assumptions, ClusterCase clusterCase) {
        ProtocolParameters protocol = assumptions.protocol();
        int asked = asked(clusterCase, protocol);
        double beats = new HeartbeatTargets(clusterCase, protocol.degree()).messages(asked)
                / (protocol.heartbeat() / SECOND)
                / asked;
        double neighbours = neighbours(clusterCase, protocol);
        double records = neighbours * perNeighbour(assumptions, clusterCase);
        double messages =
                neighbours * messages(records / neighbours, clusterCase.variant(), protocol.window() / SECOND);
        MessageCosts costs = assumptions.costs();
        double busy = messages * costs.cpu() + records * costs.record() + beats * costs.handling(clusterCase.members());
        return new ClusterDemand(messages, beats, records, 2 * busy / SECOND);
    }

    /** Returns messages per second to a neighbour for this many notices, which arrive at random. */
    private static double messages(double notices, BroadcastVariant variant, double window) {
        if (!variant.isBatched()) {
            return notices;
        }
        return variant.isShared() ? 1 / (window + Math.exp(-notices * window) / notices) : 1 / (window + 1 / notices);
    }

    /** Returns the number of measured members, which are the first ones. */
    static int asked(ClusterCase clusterCase, ProtocolParameters protocol) {
        return clusterCase.variant().isShared()
                ? clusterCase
                        .variant()
                        .tree(clusterCase.members(), protocol.degree())
                        .inner()
                : clusterCase.members();
    }

    private static double neighbours(ClusterCase clusterCase, ProtocolParameters protocol) {
        return clusterCase.variant().isShared()
                ? clusterCase
                        .variant()
                        .tree(clusterCase.members(), protocol.degree())
                        .innerNeighbours()
                : clusterCase.members() - 1.0;
    }

    /** Returns notices per second from a member to a neighbour: of its own writes, or half of all that use an edge. */
    private static double perNeighbour(ClusterAssumptions assumptions, ClusterCase clusterCase) {
        double writes = clusterCase.writesPerSecond(assumptions.traffic());
        return clusterCase.variant().isShared() ? NOTICES * writes / 2 : NOTICES * writes / clusterCase.members();
    }

    /** Whether a queue would grow without bound. */
    boolean isTooMuch() {
        return load >= 1;
    }

    /** Returns the messages that a member would have to send. */
    ClusterSimulationResult.Messages messages(ProtocolParameters protocol, int members) {
        double bytes =
                publications * protocol.bytes(0) + records * protocol.record() + heartbeats * protocol.bytes(members);
        return new ClusterSimulationResult.Messages(publications, heartbeats, bytes, load);
    }
}
