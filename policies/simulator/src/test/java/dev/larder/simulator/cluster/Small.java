package dev.larder.simulator.cluster;

import java.util.Arrays;

/** Assumptions that are quick to simulate: 1,000 objects of 1,000 bytes in 20 pools, neither pauses nor jitter. */
final class Small {

    static final long MILLI = 1_000_000;

    static final Costs COSTS = new Costs(60_000, 17_000, 0, 200_000, 0, 120_000);
    static final Protocol PROTOCOL = new Protocol(2_000 * MILLI, 5 * MILLI, 16, 128, 16);
    static final Traffic TRAFFIC = new Traffic(2_000, 10 * MILLI, 0, 60_000 * MILLI);
    static final Sampling SAMPLING = new Sampling(1, 50_000, 50_000);

    private Small() {}

    static Assumptions with(Costs costs, Protocol protocol, Traffic traffic, Sampling sampling) {
        var sizes = new long[1_000];
        Arrays.fill(sizes, 1_000);
        var catalog = new Catalog(sizes, 20, random -> (int) (1_000 * Math.pow(random.nextDouble(), 3)));
        return new Assumptions(costs, protocol, traffic, new Memory(200_000, 1_000_000, 1), catalog, sampling);
    }

    static Assumptions plain() {
        return with(COSTS, PROTOCOL, TRAFFIC, SAMPLING);
    }

    static Assumptions with(Traffic traffic) {
        return with(COSTS, PROTOCOL, traffic, SAMPLING);
    }

    static Assumptions with(Sampling sampling) {
        return with(COSTS, PROTOCOL, TRAFFIC, sampling);
    }
}
