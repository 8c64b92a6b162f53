package dev.larder.cache.spi;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The tags of an entry and the epoch at which its value was requested. The entry is valid only while none of its tags
 * has moved past that epoch. Tags are kept by {@link CacheTag#id()}: eight bytes each.
 */
public final class EpochStamp {

    /** The stamp of an entry without tags. */
    public static final EpochStamp NONE = new EpochStamp(0, new long[0]);

    private final long epoch;
    private final long[] tags;

    private EpochStamp(long epoch, long[] tags) {
        if (epoch < 0) {
            throw new IllegalArgumentException("epoch is " + epoch + ", must not be negative");
        }
        this.epoch = epoch;
        this.tags = tags;
    }

    /**
     * Creates a stamp.
     *
     * @param epoch the epoch before the value was requested; never negative
     * @param tags the entry's tags, in any order; equal ones count once
     */
    public static EpochStamp of(long epoch, Collection<CacheTag> tags) {
        long[] ids = new long[tags.size()];
        int count = 0;
        for (CacheTag tag : tags) {
            ids[count++] = tag.id();
        }
        return new EpochStamp(epoch, distinct(ids));
    }

    /**
     * Creates a stamp from the epoch and the tag ids of an earlier one.
     *
     * @param tags ids of tags, in any order; equal ones count once
     */
    public static EpochStamp restore(long epoch, long[] tags) {
        return new EpochStamp(epoch, distinct(tags.clone()));
    }

    /** Returns the epoch before the value was requested. */
    public long epoch() {
        return epoch;
    }

    /** Returns the number of tags. */
    public int size() {
        return tags.length;
    }

    /** Returns the id of a tag, from 0 to {@code size() - 1}. */
    public long tag(int index) {
        return tags[index];
    }

    /** Returns a stamp of these tags at another epoch. */
    public EpochStamp at(long otherEpoch) {
        return new EpochStamp(otherEpoch, tags);
    }

    /** Whether the entry has this tag. */
    public boolean has(CacheTag tag) {
        return Arrays.binarySearch(tags, tag.id()) >= 0;
    }

    /** Returns a stamp that is valid only while both of these are: all their tags, and the earlier epoch. */
    public EpochStamp and(EpochStamp other) {
        long[] both = Arrays.copyOf(tags, tags.length + other.tags.length);
        System.arraycopy(other.tags, 0, both, tags.length, other.tags.length);
        return new EpochStamp(Math.min(epoch, other.epoch), distinct(both));
    }

    /** Sorts ids, and leaves out equal ones. */
    private static long[] distinct(long[] ids) {
        Arrays.sort(ids);
        int count = 0;
        for (int i = 0; i < ids.length; i++) {
            if (i == 0 || ids[i] != ids[i - 1]) {
                ids[count++] = ids[i];
            }
        }
        return count == ids.length ? ids : Arrays.copyOf(ids, count);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EpochStamp that && epoch == that.epoch && Arrays.equals(tags, that.tags);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(epoch) + Arrays.hashCode(tags);
    }

    @Override
    public String toString() {
        return "epoch " + epoch + ", " + tags.length + " tags";
    }
}
