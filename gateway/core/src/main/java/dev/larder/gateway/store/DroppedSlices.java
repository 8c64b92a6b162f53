package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheKey;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Slices that are invalid and still take room. Whenever a slice is stored, a few of them are removed, so that no change of a representation
 * costs more than that at once. Thread-safe.
 */
public final class DroppedSlices {

    /** Slices that are removed when one is stored. */
    static final int AT_ONCE = 4;

    /** Representations of which slices wait; those of further ones are left to eviction. */
    private static final int MAX_WAITING = 64;

    private static final long MAX_SLICES = 4096;

    private final Queue<Dropped> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Consumer<CacheKey> remove;

    private record Dropped(LongFunction<CacheKey> keys, long slices, AtomicLong next) {}

    /** @param remove removes the slice under a key */
    DroppedSlices(Consumer<CacheKey> remove) {
        this.remove = remove;
    }

    /** Has slices removed later: those with the first numbers. */
    public void add(LongFunction<CacheKey> keys, long slices) {
        if (count.incrementAndGet() <= MAX_WAITING) {
            waiting.add(new Dropped(keys, Math.min(slices, MAX_SLICES), new AtomicLong()));
        } else {
            count.decrementAndGet();
        }
    }

    /** Removes a few slices. */
    public void removeSome() {
        for (int i = 0; i < AT_ONCE; i++) {
            Dropped first = waiting.peek();
            if (first == null) {
                return;
            }
            long number = first.next().getAndIncrement();
            if (number < first.slices()) {
                remove.accept(first.keys().apply(number));
            } else if (waiting.remove(first)) {
                count.decrementAndGet();
            }
        }
    }
}
