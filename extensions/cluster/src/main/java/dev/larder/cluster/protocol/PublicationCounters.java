package dev.larder.cluster.protocol;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** Counters of a member since its start; any thread may read them. */
public final class PublicationCounters {

    private final LongAdder sent = new LongAdder();
    private final LongAdder applied = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder outOfOrder = new LongAdder();
    private volatile LongConsumer latencies = nanos -> {};

    /** Sets the consumer of each publication's waiting time, in nanoseconds. */
    public void onReleased(LongConsumer consumer) {
        latencies = consumer;
    }

    void sent() {
        sent.increment();
    }

    void applied() {
        applied.increment();
    }

    void outOfOrder() {
        outOfOrder.increment();
    }

    void released(long nanos, boolean withoutAll) {
        if (withoutAll) {
            late.increment();
        }
        latencies.accept(nanos);
    }

    /** Returns the number of own publications. */
    public long publications() {
        return sent.sum();
    }

    /** Returns the number of applied publications of others. */
    public long applications() {
        return applied.sum();
    }

    /** Returns the number of own publications released before all members had acknowledged them. */
    public long releasedLate() {
        return late.sum();
    }

    /**
     * Returns the number of publications of others that arrived before an earlier one, which was lost and had to be sent again.
     */
    public long sentAgain() {
        return outOfOrder.sum();
    }
}
