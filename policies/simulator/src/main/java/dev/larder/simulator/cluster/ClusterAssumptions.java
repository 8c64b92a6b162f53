package dev.larder.simulator.cluster;

/** What all simulated clusters have in common. */
public record ClusterAssumptions(
        MessageCosts costs,
        ProtocolParameters protocol,
        MemberTraffic traffic,
        CacheMemory memory,
        ObjectCatalog catalog,
        SimulationLimits sampling) {}
