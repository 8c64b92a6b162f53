package dev.larder.writes.buffer;

import dev.larder.writes.buffer.WriteLogRecord.Fate;
import java.util.concurrent.atomic.LongAdder;

/** What has become of writes since the start: those of earlier lives count when they are over. */
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

    /** Acknowledged; a repetition is none. */
    public long accepted() {
        return accepted.sum();
    }

    /** Not acknowledged, for want of room or of safety. */
    public long refusals() {
        return refused.sum();
    }

    /** Delivered: the origin has answered that it has them. */
    public long delivered() {
        return delivered.sum();
    }

    /** Given up: the origin does not want them. */
    public long failed() {
        return failed.sum();
    }
}
