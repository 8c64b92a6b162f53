package dev.larder.simulator.cluster;

/** The assumptions shared by all simulated clusters. */
public record ClusterAssumptions(
        MessageCosts costs,
        ProtocolParameters protocol,
        MemberTraffic traffic,
        CacheMemory memory,
        ObjectCatalog catalog,
        SimulationLimits sampling) {}
