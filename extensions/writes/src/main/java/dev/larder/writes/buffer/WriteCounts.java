package dev.larder.writes.buffer;

import dev.larder.writes.buffer.WriteLogRecord.Fate;
import java.util.concurrent.atomic.LongAdder;

/** Counts the outcomes of writes since the start. Writes of earlier runs count when they are finished. */
public final class WriteCounts {

    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();

    void answered(WriteAcceptance acceptance) {
        if (acceptance instanceof WriteAcceptance.Refused) {
            refused.increment();
        } else if (!((WriteAcceptance.Accepted) acceptance).repeated()) {
            accepted.increment();
        }
    }

    void refused() {
        refused.increment();
    }

    void over(Fate fate) {
        (fate == Fate.DELIVERED ? delivered : failed).increment();
    }

    /** Returns the number of acknowledged writes, without repetitions. */
    public long accepted() {
        return accepted.sum();
    }

    /** Returns the number of writes refused for lack of space or durability. */
    public long refusals() {
        return refused.sum();
    }

    /** Returns the number of delivered writes: the origin has confirmed them. */
    public long delivered() {
        return delivered.sum();
    }

    /** Returns the number of failed writes: the origin has rejected them. */
    public long failed() {
        return failed.sum();
    }
}
