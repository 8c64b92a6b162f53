package dev.larder.simulator.cluster;

/**
 * How much of the endless run of a cluster is simulated.
 *
 * @param seed decides what is left to chance
 * @param events messages simulated for each cluster, about
 * @param requests requests simulated for each cluster to know its hits, at most
 */
public record SimulationLimits(long seed, long events, long requests) {

    /** Checks that there is enough to see anything. */
    public SimulationLimits {
        ArgumentCheck.that(events >= 1_000, "at least 1000 events");
        ArgumentCheck.that(requests >= 1_000, "at least 1000 requests");
    }
}
