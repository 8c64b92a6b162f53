package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.ClusterSimulationResult.Delays;
import dev.larder.simulator.cluster.ClusterSimulationResult.Hits;
import java.util.Objects;
import java.util.Random;

/** Simulates clusters. */
public final class ClusterSimulation {

    private ClusterSimulation() {}

    /**
     * What this cluster does, the same from the same seed. The seed's chance is that of the size and the writes: variants
     * see the same requests.
     */
    public static ClusterSimulationResult of(ClusterAssumptions assumptions, ClusterCase cell) {
        var random = new Random(Objects.hash(assumptions.sampling().seed(), cell.members(), cell.writes()));
        ClusterDemand demand = ClusterDemand.of(assumptions, cell);
        return demand.isTooMuch() ? saturated(assumptions, cell, demand, random) : sampled(assumptions, cell, random);
    }

    private static ClusterSimulationResult sampled(ClusterAssumptions assumptions, ClusterCase cell, Random random) {
        var exchange = new MessageSimulation(assumptions, cell, random);
        exchange.run();
        ArgumentCheck.that(
                exchange.fences().length > 0,
                "more events than " + assumptions.sampling().events() + ": no write happened among " + cell.members()
                        + " members");
        Hits hits = new SimulatedCaches(assumptions, cell, exchange.fences(), random).run();
        return new ClusterSimulationResult(cell, exchange.messages(), exchange.delays(), hits);
    }

    /** No steady state can be sampled: messages are those that would have to be sent, and each wait ends with the lease. */
    private static ClusterSimulationResult saturated(
            ClusterAssumptions assumptions, ClusterCase cell, ClusterDemand demand, Random random) {
        ProtocolParameters protocol = assumptions.protocol();
        long waits = 2 * protocol.lease();
        long fence = waits + assumptions.traffic().origin();
        Hits hits = new SimulatedCaches(assumptions, cell, new long[] {fence}, random).run();
        return new ClusterSimulationResult(
                cell, demand.messages(protocol, cell.members()), new Delays(waits, waits, 0), hits);
    }
}
