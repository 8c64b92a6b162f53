package dev.larder.insight.advisor;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Observations of request threads that wait to be processed: a ring of slots that any thread fills and one thread empties. Never
 * blocks or allocates; an observation without a free slot is dropped, and counted.
 */
final class AccessSampleRing {

    private final AccessSample[] places;
    private final AtomicIntegerArray filled;
    private final AtomicLong next = new AtomicLong();
    private final LongAdder dropped = new LongAdder();

    /** Written by one thread only. */
    private volatile long emptied;

    /** @param size a power of two */
    AccessSampleRing(int size) {
        places = new AccessSample[size];
        for (int i = 0; i < size; i++) {
            places[i] = new AccessSample(i);
        }
        filled = new AtomicIntegerArray(size);
    }

    /** Returns a slot to fill, then to {@link #publish}; null if there is none. */
    @Nullable
    AccessSample claim() {
        long at = next.get();
        while (at - emptied < places.length) {
            if (next.compareAndSet(at, at + 1)) {
                return places[place(at)];
            }
            at = next.get();
        }
        dropped.increment();
        return null;
    }

    void publish(AccessSample sample) {
        filled.set(sample.place, 1);
    }

    private int place(long at) {
        return (int) at & places.length - 1;
    }

    /** Passes on all observations so far, in order; called by one thread at a time. Returns their number. */
    int empty(Consumer<AccessSample> taker) {
        long from = emptied;
        long at = from;
        while (at - from < places.length && filled.get(place(at)) == 1) {
            AccessSample sample = places[place(at)];
            try {
                taker.accept(sample);
            } finally {
                filled.set(sample.place, 0);
                emptied = ++at;
            }
        }
        return (int) (at - from);
    }

    /** Returns the number of dropped observations. */
    long dropped() {
        return dropped.sum();
    }
}
