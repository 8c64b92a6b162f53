package dev.larder.gateway.metrics.traffic;

import java.util.concurrent.atomic.LongAdder;

/** What requests have had from a store, and what it has been given. */
public final class StoreCounters {

    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder puts = new LongAdder();

    void hit() {
        hits.increment();
    }

    void missed() {
        misses.increment();
    }

    void put() {
        puts.increment();
    }

    /** Requests that it has answered. */
    public long hits() {
        return hits.sum();
    }

    /** Requests that it could have answered, and has not. */
    public long misses() {
        return misses.sum();
    }

    /** Responses that it has kept. */
    public long puts() {
        return puts.sum();
    }
}
