package dev.larder.invalidation;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The epochs of all tags, in constant memory. Epochs are numbers of one sequence: a fetch notes the latest before it is
 * forwarded, an invalidation takes the next one and moves its tags there. A tag's epoch is the lesser of two counters that
 * others may share (a count-min sketch of maxima), so a tag can seem to have moved when it has not, never the reverse.
 */
final class Epochs {

    private final Slots slots;
    private final AtomicLongArray counters;
    private final AtomicLong sequence;
    private final AtomicLong everything;
    private final AtomicLong fills;

    /**
     * No tag has moved yet.
     *
     * @param counters a power of two
     * @param first the epoch to begin with: later than every epoch of an earlier life
     */
    Epochs(int counters, long first) {
        this.slots = new Slots(counters);
        this.counters = new AtomicLongArray(counters);
        this.sequence = new AtomicLong(first);
        this.everything = new AtomicLong(first);
        this.fills = new AtomicLong(first);
    }

    /** The epoch of a fetch that begins now. */
    long now() {
        return sequence.get();
    }

    /** The epoch that the tag has moved to, or one that it shares its counters with. */
    long of(Tag tag) {
        long moved = Math.min(counters.get(slots.first(tag.id())), counters.get(slots.second(tag.id())));
        return Math.max(moved, everything.get());
    }

    /**
     * Moves the tags past every fetch that has begun.
     */
    Moved advance(Collection<Tag> tags) {
        long next = sequence.incrementAndGet();
        long before = everything.get();
        for (Tag tag : tags) {
            long id = tag.id();
            long first = counters.getAndAccumulate(slots.first(id), next, Math::max);
            long second = counters.getAndAccumulate(slots.second(id), next, Math::max);
            before = Math.max(before, Math.min(first, second));
        }
        return new Moved(before, next);
    }

    /** Moves every tag past every fetch that has begun. */
    Moved advanceAll() {
        return advance(everything);
    }

    /** No fetch that has begun may be stored; what is stored stays. */
    Moved voidFills() {
        return advance(fills);
    }

    private Moved advance(AtomicLong floor) {
        long next = sequence.incrementAndGet();
        return new Moved(floor.getAndAccumulate(next, Math::max), next);
    }

    /** Whether no tag of the stamp has moved past its epoch. */
    boolean unmoved(Stamp stamp) {
        long epoch = stamp.epoch();
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            if (counters.get(slots.first(tag)) > epoch && counters.get(slots.second(tag)) > epoch) {
                return false;
            }
        }
        return everything.get() <= epoch;
    }

    /** Whether a fetch that began then may still be stored, its tags apart. */
    boolean mayFill(long epoch) {
        return fills.get() <= epoch;
    }
}
