package dev.larder.policies.eviction;

/** The cost of a miss: the c of the GreedyDual family. */
@FunctionalInterface
public interface CostModel {

    /** Every miss costs the same. Optimizes the hit ratio. */
    CostModel UNIT = (weight, latency) -> 1;

    /** Packets exchanged: two for the handshake and one per 536 bytes. Optimizes network traffic (Cao, Irani, section 4). */
    CostModel PACKETS = (weight, latency) -> 2 + weight / 536.0;

    /** Measured fetch time in nanoseconds, 1 if unknown. Optimizes the latency of clients. */
    CostModel LATENCY = (weight, latency) -> Math.max(1, latency);

    /**
     * Returns the cost of fetching an object again.
     *
     * @param weight its weight, in bytes
     * @param latency nanoseconds it took to fetch it, or 0 if unknown
     * @return greater than 0, in units of the model
     */
    double of(long weight, long latency);
}
