package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.ClusterSimulationResult.Delays;
import dev.larder.simulator.cluster.ClusterSimulationResult.Hits;
import java.util.Objects;
import java.util.Random;

/** Simulates clusters. */
public final class ClusterSimulation {

    private ClusterSimulation() {}

    /**
     * Simulates this cluster; equal seeds give equal results. The random numbers depend on seed, size and writes, so
     * that all variants see the same requests.
     */
    public static ClusterSimulationResult of(ClusterAssumptions assumptions, ClusterCase clusterCase) {
        var random =
                new Random(Objects.hash(assumptions.sampling().seed(), clusterCase.members(), clusterCase.writes()));
        ClusterDemand demand = ClusterDemand.of(assumptions, clusterCase);
        return demand.isTooMuch()
                ? saturated(assumptions, clusterCase, demand, random)
                : sampled(assumptions, clusterCase, random);
    }

    private static ClusterSimulationResult sampled(
            ClusterAssumptions assumptions, ClusterCase clusterCase, Random random) {
        var exchange = new MessageSimulation(assumptions, clusterCase, random);
        exchange.run();
        ArgumentCheck.that(
                exchange.fences().length > 0,
                "more events than " + assumptions.sampling().events() + ": no write happened among "
                        + clusterCase.members() + " members");
        Hits hits = new SimulatedCaches(assumptions, clusterCase, exchange.fences(), random).run();
        return new ClusterSimulationResult(clusterCase, exchange.messages(), exchange.delays(), hits);
    }

    /** No steady state can be sampled: returns the messages that would have to be sent, with waits that end with the lease. */
    private static ClusterSimulationResult saturated(
            ClusterAssumptions assumptions, ClusterCase clusterCase, ClusterDemand demand, Random random) {
        ProtocolParameters protocol = assumptions.protocol();
        long waits = 2 * protocol.lease();
        long fence = waits + assumptions.traffic().origin();
        Hits hits = new SimulatedCaches(assumptions, clusterCase, new long[] {fence}, random).run();
        return new ClusterSimulationResult(
                clusterCase, demand.messages(protocol, clusterCase.members()), new Delays(waits, waits, 0), hits);
    }
}
