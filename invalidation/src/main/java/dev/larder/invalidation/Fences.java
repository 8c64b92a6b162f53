package dev.larder.invalidation;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Which tags have a write under way, in constant memory. A tag is fenced while both of its counters are above zero;
 * counters are shared, so a tag can seem fenced when it is not, never the reverse.
 */
final class Fences {

    private final Slots slots;
    private final AtomicIntegerArray counters;

    /** No fence is up. */
    Fences(int counters) {
        this.slots = new Slots(counters);
        this.counters = new AtomicIntegerArray(counters);
    }

    void raise(Collection<Tag> tags) {
        change(tags, 1);
    }

    void lower(Collection<Tag> tags) {
        change(tags, -1);
    }

    private void change(Collection<Tag> tags, int by) {
        for (Tag tag : tags) {
            counters.addAndGet(slots.first(tag.id()), by);
            counters.addAndGet(slots.second(tag.id()), by);
        }
    }

    /** Whether a write is under way that may concern an entry with this stamp. */
    boolean raised(Stamp stamp) {
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            if (counters.get(slots.first(tag)) > 0 && counters.get(slots.second(tag)) > 0) {
                return true;
            }
        }
        return false;
    }
}
