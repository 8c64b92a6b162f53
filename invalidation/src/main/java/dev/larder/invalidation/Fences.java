package dev.larder.invalidation;

import dev.larder.cache.spi.Stamp;

/**
 * Which tags have a write under way, in constant memory. A tag is fenced while both of its counters are above zero;
 * counters are shared, so a tag can seem fenced when it is not, never the reverse.
 */
final class Fences {

    private final Slots slots;
    private final Counts counts;

    /** What is counted there. */
    Fences(Counts counts) {
        this.slots = new Slots(counts.counters());
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
    boolean raised(Stamp stamp) {
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            if (counts.fence(slots.first(tag)) > 0 && counts.fence(slots.second(tag)) > 0) {
                return true;
            }
        }
        return false;
    }
}
