package dev.larder.simulator;

import dev.larder.policies.eviction.EvictionPolicy;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** A cache of one policy and size through which a trace is replayed. Used by one thread at a time. */
final class CacheReplay {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Requests between two readings of the clock. */
    private static final int LAP = 8192;

    private final String policyName;
    private final EvictionPolicy<SimulatedResponse> policy;
    private final EntryLifetime lifetime;
    private final Long2ObjectOpenHashMap<SimulatedResponse> residents = new Long2ObjectOpenHashMap<>();
    private final ReplayStatistics statistics = new ReplayStatistics();
    private final DoubleArrayList laps = new DoubleArrayList();
    private long requests;

    CacheReplay(NamedPolicy contender, long capacity, EntryLifetime lifetime, long seed) {
        this.policyName = contender.name();
        this.policy = contender.create(capacity, seed);
        this.lifetime = lifetime;
    }

    /** Replays a block of requests. */
    void replay(RequestBlock block) {
        for (int from = 0; from < block.count(); from += LAP) {
            int to = Math.min(from + LAP, block.count());
            long start = THREADS.getCurrentThreadCpuTime();
            for (int i = from; i < to; i++) {
                request(block, i);
            }
            laps.add((double) (THREADS.getCurrentThreadCpuTime() - start) / (to - from));
        }
    }

    private void request(RequestBlock block, int i) {
        requests++;
        if (block.isWrite(i)) {
            lifetime.write(block.key(i), block.segment(i), requests);
        } else {
            read(block.key(i), block.size(i), block.time(i), block.segment(i));
        }
    }

    private void read(long key, long size, long time, long segment) {
        SimulatedResponse resident = residents.get(key);
        if (resident != null && lifetime.isAlive(resident, segment, time)) {
            statistics.hit(size);
            policy.onHit(resident);
            return;
        }
        statistics.miss(size);
        if (resident != null) {
            residents.remove(key);
            policy.onRemove(resident);
        }
        store(new SimulatedResponse(key, time, requests), size);
    }

    private void store(SimulatedResponse item, long size) {
        residents.put(item.key, item);
        List<SimulatedResponse> victims = policy.onStore(item, size, 0);
        for (int i = 0; i < victims.size(); i++) {
            residents.remove(victims.get(i).key);
        }
    }

    /** Returns the result so far. */
    ReplayResult outcome(String trace) {
        return new ReplayResult(
                trace,
                policyName,
                policy.capacity(),
                statistics.requests(),
                statistics.hitRatio(),
                statistics.byteHitRatio(),
                statistics.missPenalty(),
                medianLap());
    }

    private double medianLap() {
        laps.sort(null);
        return laps.isEmpty() ? 0 : laps.getDouble(laps.size() / 2);
    }
}
