package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.Figures.Delays;
import dev.larder.simulator.cluster.Figures.Hits;
import java.util.Objects;
import java.util.Random;

/** Simulates clusters. */
public final class Simulated {

    private Simulated() {}

    /**
     * What this cluster does, the same from the same seed. The seed's chance is that of the size and the writes: variants
     * see the same requests.
     */
    public static Figures of(Assumptions assumptions, Cell cell) {
        var random = new Random(Objects.hash(assumptions.sampling().seed(), cell.members(), cell.writes()));
        Demand demand = Demand.of(assumptions, cell);
        return demand.isTooMuch() ? saturated(assumptions, cell, demand, random) : sampled(assumptions, cell, random);
    }

    private static Figures sampled(Assumptions assumptions, Cell cell, Random random) {
        var exchange = new Exchange(assumptions, cell, random);
        exchange.run();
        Check.that(
                exchange.fences().length > 0,
                "more events than " + assumptions.sampling().events() + ": no write happened among " + cell.members()
                        + " members");
        Hits hits = new Caches(assumptions, cell, exchange.fences(), random).run();
        return new Figures(cell, exchange.messages(), exchange.delays(), hits);
    }

    /** No steady state can be sampled: messages are those that would have to be sent, and each wait ends with the lease. */
    private static Figures saturated(Assumptions assumptions, Cell cell, Demand demand, Random random) {
        Protocol protocol = assumptions.protocol();
        long waits = 2 * protocol.lease();
        long fence = waits + assumptions.traffic().origin();
        Hits hits = new Caches(assumptions, cell, new long[] {fence}, random).run();
        return new Figures(cell, demand.messages(protocol, cell.members()), new Delays(waits, waits, 0), hits);
    }
}
