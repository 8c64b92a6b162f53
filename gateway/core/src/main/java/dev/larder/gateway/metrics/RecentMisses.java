package dev.larder.gateway.metrics;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A limited number of recent requests that were not answered from the store; the oldest are dropped first. */
public final class RecentMisses {

    /** An instance without capacity. */
    public static final RecentMisses NONE = new RecentMisses(0);

    private static final int LONGEST = 2048;

    private final AtomicReferenceArray<@Nullable Miss> ring;
    private final AtomicLong next = new AtomicLong();

    /** Creates an instance with this capacity. */
    public RecentMisses(int most) {
        ring = new AtomicReferenceArray<>(most);
    }

    /**
     * A request that was not answered from the store.
     *
     * @param reason why it was not
     * @param isStored whether the response was being stored when its head was sent to the client
     * @param notStored why the response was not stored
     * @param at time of the steady clock
     */
    public record Miss(
            CacheKey key, String method, Reason reason, boolean isStored, Optional<Reason> notStored, Instant at) {}

    /** Returns whether there is any capacity. */
    public boolean isEnabled() {
        return ring.length() > 0;
    }

    /** Adds a miss; never blocks. */
    public void note(Miss miss) {
        if (isEnabled() && length(miss.key()) <= LONGEST) {
            ring.set((int) (next.getAndIncrement() % ring.length()), miss);
        }
    }

    /** Returns the latest miss that matches. */
    public Optional<Miss> latest(Predicate<Miss> kind) {
        long end = next.get();
        for (long i = end - 1; i >= Math.max(0, end - ring.length()); i--) {
            Miss miss = ring.get((int) (i % ring.length()));
            if (miss != null && kind.test(miss)) {
                return Optional.of(miss);
            }
        }
        return Optional.empty();
    }

    private static int length(CacheKey key) {
        return key.parts().stream().mapToInt(String::length).sum();
    }
}
