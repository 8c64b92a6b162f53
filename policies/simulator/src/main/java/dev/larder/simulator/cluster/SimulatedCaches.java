package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.ClusterSimulationResult.Hits;
import java.util.Arrays;
import java.util.Random;

/** The stored responses of one cluster: a front on each member, and a shared map over all. */
final class SimulatedCaches {

    private static final double SECOND = 1e9;

    /** Mean number of writes to a pool, before and again after measurement starts. */
    private static final double ROUNDS = 5;

    private static final long FEWEST_REQUESTS = 100_000;

    private final ClusterAssumptions assumptions;
    private final ClusterCase clusterCase;
    private final long[] fences;
    private final Random random;
    private final MemberCache[] fronts;
    private final MemberCache[] parts;
    private final long[] invalidated;
    private final long[] fencedUntil;
    private long reads;
    private long near;
    private long shared;
    private double bytes;

    /** @param fences samples of how long writes fence pools, in nanoseconds */
    SimulatedCaches(ClusterAssumptions assumptions, ClusterCase clusterCase, long[] fences, Random random) {
        this.assumptions = assumptions;
        this.clusterCase = clusterCase;
        this.fences = fences;
        this.random = random;
        fronts = shelves(assumptions.memory().front());
        parts = shelves(assumptions.memory().owned());
        invalidated = new long[assumptions.catalog().pools()];
        fencedUntil = new long[assumptions.catalog().pools()];
    }

    private MemberCache[] shelves(long capacity) {
        var shelves = new MemberCache[clusterCase.members()];
        Arrays.setAll(shelves, member -> new MemberCache(capacity));
        return shelves;
    }

    /** Runs until pools have been written to often enough; the first half of the requests is warm-up. */
    Hits run() {
        double enough = ROUNDS * assumptions.catalog().pools() / clusterCase.writes();
        long most = assumptions.sampling().requests();
        long requests = Math.min(most, Math.max(FEWEST_REQUESTS, Math.round(enough)));
        double between = SECOND / (clusterCase.members() * assumptions.traffic().rate());
        double now = 0;
        double measuredFrom = 0;
        for (long i = 0; i < requests; i++) {
            if (i == requests / 2) {
                measuredFrom = now;
                reset();
            }
            now -= Math.log(1 - random.nextDouble()) * between;
            request(Math.round(now));
        }
        double memberSeconds = (now - measuredFrom) / SECOND * clusterCase.members();
        return reads == 0 ? new Hits(0, 0, 0) : new Hits(part(near), part(shared), bytes / memberSeconds);
    }

    private void reset() {
        reads = 0;
        near = 0;
        shared = 0;
        bytes = 0;
    }

    private double part(long hits) {
        return (double) hits / reads;
    }

    private void request(long now) {
        int object = assumptions.catalog().draw(random);
        int pool = assumptions.catalog().pool(object);
        if (random.nextDouble() < clusterCase.writes()) {
            invalidated[pool] = now;
            fencedUntil[pool] = Math.max(fencedUntil[pool], now + fences[random.nextInt(fences.length)]);
            return;
        }
        reads++;
        if (now >= fencedUntil[pool]) {
            read(object, random.nextInt(clusterCase.members()), invalidated[pool], now);
        }
    }

    private void read(int object, int member, long since, long now) {
        long fetched = fronts[member].get(object, since);
        if (fetched == MemberCache.ABSENT) {
            readShared(object, member, since, now);
        } else if (isComplete(fetched, now)) {
            near++;
        }
    }

    private void readShared(int object, int member, long since, long now) {
        int owner = Math.floorMod(object * 0x9E3779B9, clusterCase.members());
        long size = assumptions.catalog().size(object);
        long fetched = parts[owner].get(object, since);
        carry(owner == member ? 0 : 1, fetched == MemberCache.ABSENT ? 0 : size);
        if (fetched == MemberCache.ABSENT) {
            parts[owner].put(object, size, now);
            fronts[member].put(object, size, now);
            carry(assumptions.memory().backups() + (owner == member ? 0 : 1), size);
        } else if (isComplete(fetched, now)) {
            shared++;
            fronts[member].put(object, size, fetched);
        }
    }

    /** Counts this many messages with their answers. */
    private void carry(int times, long size) {
        bytes += times * (2.0 * assumptions.protocol().envelope() + size);
    }

    /** Whether a fetch that started then has completed. */
    private boolean isComplete(long fetched, long now) {
        return now - fetched >= assumptions.traffic().origin();
    }
}
