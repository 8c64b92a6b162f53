package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;

/**
 * The epochs of all tags, in constant memory. Epochs are numbers of one sequence: a fetch notes the latest before it is
 * forwarded; an invalidation takes the next one and advances its tags to it. A tag's epoch is the lesser of two counters that
 * other tags may share (a count-min sketch of maxima), so a tag can seem to have advanced when it has not, never the reverse.
 */
final class Epochs {

    private final CounterSlots slots;
    private final EpochCounters counts;

    /** Creates epochs over these counters, which keep their values. */
    Epochs(EpochCounters counts) {
        this.slots = new CounterSlots(counts.counters());
        this.counts = counts;
    }

    /** Returns the epoch of a fetch that begins now. */
    long now() {
        return counts.latest();
    }

    /** Returns the epoch of the tag, or a later one of tags that share its counters. */
    long of(CacheTag tag) {
        long moved = Math.min(counts.epoch(slots.first(tag.id())), counts.epoch(slots.second(tag.id())));
        return Math.max(moved, counts.everything());
    }

    /** Returns the latest epoch of the stamp's tags, or a later one of tags that share their counters. */
    long of(EpochStamp stamp) {
        long latest = counts.everything();
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            latest = Math.max(latest, Math.min(counts.epoch(slots.first(tag)), counts.epoch(slots.second(tag))));
        }
        return latest;
    }

    /** Returns the next epoch, past every fetch that has begun. */
    long next() {
        return counts.next();
    }

    /** Advances tags of these ids to an epoch, unless they are past it. */
    EpochChange move(long[] tags, long next) {
        long[] before = new long[tags.length];
        for (int i = 0; i < tags.length; i++) {
            long first = counts.raiseEpoch(slots.first(tags[i]), next);
            long second = counts.raiseEpoch(slots.second(tags[i]), next);
            before[i] = Math.min(first, second);
        }
        return new EpochChange(next, tags, before);
    }

    /** Advances every tag to an epoch, unless it is past it. */
    EpochChange moveEverything(long next) {
        counts.raiseEverything(next);
        return EpochChange.to(next);
    }

    /** Bars fetches stamped before that epoch from being stored; stored entries stay. */
    EpochChange voidFills(long next) {
        counts.raiseFills(next);
        return EpochChange.to(next);
    }

    /** Whether no tag of the stamp has advanced past its epoch. */
    boolean isCurrent(EpochStamp stamp) {
        long epoch = stamp.epoch();
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            if (counts.epoch(slots.first(tag)) > epoch && counts.epoch(slots.second(tag)) > epoch) {
                return false;
            }
        }
        return counts.everything() <= epoch;
    }

    /** Whether no tag of the stamp had advanced past its epoch when that change advanced it, or has, if it did not. */
    boolean isCurrentExceptFor(EpochStamp stamp, EpochChange change) {
        for (int i = 0; i < stamp.size(); i++) {
            long tag = stamp.tag(i);
            long moved = Math.min(counts.epoch(slots.first(tag)), counts.epoch(slots.second(tag)));
            if (change.before(tag, moved) > stamp.epoch()) {
                return false;
            }
        }
        return counts.everything() <= stamp.epoch();
    }

    /** Whether a fetch that began then may still be stored, regardless of its tags. */
    boolean mayFill(long epoch) {
        return counts.fills() <= epoch;
    }
}
