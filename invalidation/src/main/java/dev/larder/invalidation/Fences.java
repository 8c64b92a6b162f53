package dev.larder.invalidation;

import dev.larder.cache.spi.EpochStamp;

/**
 * Which tags have a write under way, in constant memory. A tag is fenced while both of its counters are above zero;
 * counters are shared, so a tag can seem fenced when it is not, never the reverse.
 */
final class Fences {

    private final CounterSlots slots;
    private final EpochCounters counts;

    /** What is counted there. */
    Fences(EpochCounters counts) {
        this.slots = new CounterSlots(counts.counters());
        this.counts = counts;
    }

    /** Of tags with these ids. */
    void raise(long[] tags) {
        change(tags, 1);
    }

    /** Of tags with these ids. */
    void lower(long[] tags) {
        change(tags, -1);
    }

    private void change(long[] tags, int by) {
        for (long tag : tags) {
            counts.changeFence(slots.first(tag), by);
            counts.changeFence(slots.second(tag), by);
        }
    }

    /** Whether a write is under way that may concern an entry with this stamp. */
    boolean raised(EpochStamp stamp) {
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            if (counts.fence(slots.first(tag)) > 0 && counts.fence(slots.second(tag)) > 0) {
                return true;
            }
        }
        return false;
    }
}
