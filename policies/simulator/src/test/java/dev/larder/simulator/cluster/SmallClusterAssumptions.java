package dev.larder.simulator.cluster;

import java.util.Arrays;

/** Assumptions that are quick to simulate: 1,000 objects of 1,000 bytes in 20 pools, neither pauses nor jitter. */
final class SmallClusterAssumptions {

    static final long MILLI = 1_000_000;

    static final MessageCosts COSTS = new MessageCosts(60_000, 17_000, 0, 200_000, 0, 120_000);
    static final ProtocolParameters PROTOCOL = new ProtocolParameters(2_000 * MILLI, 5 * MILLI, 16, 128, 16);
    static final MemberTraffic TRAFFIC = new MemberTraffic(2_000, 10 * MILLI, 0, 60_000 * MILLI);
    static final SimulationLimits SAMPLING = new SimulationLimits(1, 50_000, 50_000);

    private SmallClusterAssumptions() {}

    static ClusterAssumptions with(
            MessageCosts costs, ProtocolParameters protocol, MemberTraffic traffic, SimulationLimits sampling) {
        var sizes = new long[1_000];
        Arrays.fill(sizes, 1_000);
        var catalog = new ObjectCatalog(sizes, 20, random -> (int) (1_000 * Math.pow(random.nextDouble(), 3)));
        return new ClusterAssumptions(
                costs, protocol, traffic, new CacheMemory(200_000, 1_000_000, 1), catalog, sampling);
    }

    static ClusterAssumptions plain() {
        return with(COSTS, PROTOCOL, TRAFFIC, SAMPLING);
    }

    static ClusterAssumptions with(MemberTraffic traffic) {
        return with(COSTS, PROTOCOL, traffic, SAMPLING);
    }

    static ClusterAssumptions with(SimulationLimits sampling) {
        return with(COSTS, PROTOCOL, TRAFFIC, sampling);
    }
}
