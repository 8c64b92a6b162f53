package dev.larder.gateway.history;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Checks what readers see while a history runs. Whoever begins to read must not get less than any write had made that was
 * answered by then, nor less than any reader had got who was done by then.
 */
final class ReadConsistencyChecker {

    private final List<AtomicInteger> floors = IntStream.range(0, ModelOrigin.REACHED.size())
            .mapToObj(pool -> new AtomicInteger())
            .toList();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final LongAdder reads = new LongAdder();
    private final LongAdder hits = new LongAdder();

    /** The least version that a read of this pool may bring, if it begins now. */
    int floor(int pool) {
        return floors.get(pool).get();
    }

    /** A read that began at this floor is done. */
    void read(int pool, int floor, int version, boolean hit) {
        reads.increment();
        if (hit) {
            hits.increment();
        }
        if (version < floor) {
            violations.add("pool " + pool + ": version " + version + " where " + floor + " was known"
                    + (hit ? ", from the store" : ", from the origin"));
        }
        known(pool, version);
    }

    /** A write that made this version has been answered. */
    void known(int pool, int version) {
        floors.get(pool).accumulateAndGet(version, Math::max);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    long reads() {
        return reads.sum();
    }

    double hitRatio() {
        return (double) hits.sum() / Math.max(1, reads.sum());
    }
}
