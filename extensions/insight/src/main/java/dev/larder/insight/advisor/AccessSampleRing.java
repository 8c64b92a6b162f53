package dev.larder.insight.advisor;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What request threads have seen and nobody has looked at yet: a ring of places that any thread fills and one thread empties.
 * Nobody waits and nothing is allocated; what finds no place is dropped, and counted.
 */
final class AccessSampleRing {

    private final AccessSample[] places;
    private final AtomicIntegerArray filled;
    private final AtomicLong next = new AtomicLong();
    private final LongAdder dropped = new LongAdder();

    /** Written by one thread alone. */
    private volatile long emptied;

    /** @param size a power of two */
    AccessSampleRing(int size) {
        places = new AccessSample[size];
        for (int i = 0; i < size; i++) {
            places[i] = new AccessSample(i);
        }
        filled = new AtomicIntegerArray(size);
    }

    /** A place to fill, then to {@link #publish}; null if there is none. */
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

    /** Hands over what has been seen so far, in order; by one thread at a time. Returns how much it was. */
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

    /** How many found no place. */
    long dropped() {
        return dropped.sum();
    }
}
