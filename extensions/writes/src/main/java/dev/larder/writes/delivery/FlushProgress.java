package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.WriteSettlement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A flush that is under way: counts down what it was asked for, key by key. Not for use by several threads. */
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

    /** Takes this write in, if it is asked for. */
    void consider(AcknowledgedWrite write) {
        if (asked.test(write)) {
            open.merge(write.key(), 1L, Long::sum);
            last = Math.max(last, write.number());
        }
    }

    /** Number of the last write that it was asked for. */
    long last() {
        return last;
    }

    /** A write has been settled for good, or not. */
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

    /** Nothing of this key is sent for a while. */
    void rests(String key) {
        Long count = open.remove(key);
        waiting += count == null ? 0 : count;
    }

    /** Nothing at all is sent for a while. */
    void restsAll(Predicate<String> keys) {
        open.keySet().stream().filter(keys).toList().forEach(this::rests);
    }

    boolean isOver() {
        return open.isEmpty();
    }

    /** How it stands now. */
    FlushResult result() {
        long rest = open.values().stream().mapToLong(Long::longValue).sum();
        return new FlushResult(delivered, dead, waiting + rest);
    }
}
