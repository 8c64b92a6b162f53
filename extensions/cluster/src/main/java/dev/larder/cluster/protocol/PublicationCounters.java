package dev.larder.cluster.protocol;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** What a member has done since its start; may be read by any thread. */
public final class PublicationCounters {

    private final LongAdder sent = new LongAdder();
    private final LongAdder applied = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder outOfOrder = new LongAdder();
    private volatile LongConsumer latencies = nanos -> {};

    /** Tells from now on how long each publication has waited, in nanoseconds. */
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

    /** Publications of its own. */
    public long publications() {
        return sent.sum();
    }

    /** Publications of others that it has applied. */
    public long applications() {
        return applied.sum();
    }

    /** Publications of its own released before all had acknowledged them. */
    public long releasedLate() {
        return late.sum();
    }

    /** Publications of others that came before one that was lost, and had to be sent again. */
    public long sentAgain() {
        return outOfOrder.sum();
    }
}
