package dev.larder.simulator.cluster;

/** What all simulated clusters have in common. */
public record Assumptions(
        Costs costs, Protocol protocol, Traffic traffic, Memory memory, Catalog catalog, Sampling sampling) {}
