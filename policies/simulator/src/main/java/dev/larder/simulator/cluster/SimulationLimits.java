package dev.larder.simulator.cluster;

/**
 * Limits of the simulation of a cluster.
 *
 * @param seed determines random choices
 * @param events approximate number of messages simulated for each cluster
 * @param requests maximum number of requests simulated for each cluster to measure its hits
 */
public record SimulationLimits(long seed, long events, long requests) {

    /** Checks that the limits are large enough for a result. */
    public SimulationLimits {
        ArgumentCheck.that(events >= 1_000, "at least 1000 events");
        ArgumentCheck.that(requests >= 1_000, "at least 1000 requests");
    }
}
