package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.WriteSettlement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A flush in progress: counts down its writes, key by key. Not thread-safe. */
final class FlushProgress {

    final CompletableFuture<FlushResult> done = new CompletableFuture<>();

    private final Predicate<AcknowledgedWrite> asked;
    private final Map<String, Long> open = new HashMap<>();
    private long last = Long.MIN_VALUE;
    private long delivered;
    private long dead;
    private long waiting;

    FlushProgress(Predicate<AcknowledgedWrite> asked) {
        this.asked = asked;
    }

    /** Adds this write, if the flush includes it. */
    void consider(AcknowledgedWrite write) {
        if (asked.test(write)) {
            open.merge(write.key(), 1L, Long::sum);
            last = Math.max(last, write.number());
        }
    }

    /** Returns the number of the last write in the flush. */
    long last() {
        return last;
    }

    /** A write has been settled, finally or for a retry. */
    void settled(WriteSettlement settlement) {
        AcknowledgedWrite write = settlement.write();
        if (settlement instanceof WriteSettlement.Again
                || write.number() > last
                || !open.containsKey(write.key())
                || !asked.test(write)) {
            return;
        }
        if (settlement instanceof WriteSettlement.Delivered) {
            delivered++;
        } else {
            dead++;
        }
        open.computeIfPresent(write.key(), (key, count) -> count == 1 ? null : count - 1);
    }

    /** This key waits: nothing of it is sent for a while. */
    void rests(String key) {
        Long count = open.remove(key);
        waiting += count == null ? 0 : count;
    }

    /** All these keys wait: nothing of them is sent for a while. */
    void restsAll(Predicate<String> keys) {
        open.keySet().stream().filter(keys).toList().forEach(this::rests);
    }

    boolean isOver() {
        return open.isEmpty();
    }

    /** Returns the current result. */
    FlushResult result() {
        long rest = open.values().stream().mapToLong(Long::longValue).sum();
        return new FlushResult(delivered, dead, waiting + rest);
    }
}
