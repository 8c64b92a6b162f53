package dev.larder.invalidation;

import dev.larder.cache.spi.EpochStamp;

/**
 * The tags of writes in flight, in constant memory. A tag is fenced while both of its counters are above zero; counters are
 * shared, so a tag can seem fenced when it is not, never the reverse.
 *
 * <p>The lower half of a counter counts fences; the upper half, writes that do not fence the tag. A counter that is not zero when the process
 * ends tells the next one of either.
 */
final class Fences {

    private static final int UNFENCED = 1 << 16;
    private static final int FENCES = UNFENCED - 1;

    private final CounterSlots slots;
    private final EpochCounters counts;

    /** Creates fences over these counters, which keep their values. */
    Fences(EpochCounters counts) {
        this.slots = new CounterSlots(counts.counters());
        this.counts = counts;
    }

    /** Raises the fence of tags with these ids. */
    void raise(long[] tags) {
        change(tags, 1);
    }

    /** Lowers the fence of tags with these ids. */
    void lower(long[] tags) {
        change(tags, -1);
    }

    /** Records a write that does not fence tags with these ids. */
    void announce(long[] tags) {
        change(tags, UNFENCED);
    }

    /** Records that such a write is over. */
    void withdraw(long[] tags) {
        change(tags, -UNFENCED);
    }

    private void change(long[] tags, int by) {
        for (long tag : tags) {
            counts.changeFence(slots.first(tag), by);
            counts.changeFence(slots.second(tag), by);
        }
    }

    /** Whether a write in flight may concern an entry with this stamp. */
    boolean isFenced(EpochStamp stamp) {
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            if ((counts.fence(slots.first(tag)) & FENCES) > 0 && (counts.fence(slots.second(tag)) & FENCES) > 0) {
                return true;
            }
        }
        return false;
    }
}
