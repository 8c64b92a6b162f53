package dev.larder.gateway.metrics.traffic;

import java.util.concurrent.atomic.LongAdder;

/** Counters of a store: lookups by requests, and stored responses. */
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

    /** Returns the number of requests that it has answered. */
    public long hits() {
        return hits.sum();
    }

    /** Returns the number of requests that it could have answered, but has not. */
    public long misses() {
        return misses.sum();
    }

    /** Returns the number of responses that it has stored. */
    public long puts() {
        return puts.sum();
    }
}
