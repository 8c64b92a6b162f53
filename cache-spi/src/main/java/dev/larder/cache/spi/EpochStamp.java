package dev.larder.cache.spi;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * When an entry's value was asked for, and which tags it has. The entry counts only while none of its tags has moved past
 * that epoch. Tags are kept by {@link CacheTag#id()}: eight bytes each.
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
     * A stamp.
     *
     * @param epoch the epoch before the value was asked for; never negative
     * @param tags the entry's tags, in no order; equal ones count once
     */
    public static EpochStamp of(long epoch, Collection<CacheTag> tags) {
        return new EpochStamp(
                epoch, tags.stream().mapToLong(CacheTag::id).sorted().distinct().toArray());
    }

    /**
     * A stamp from what an earlier one had.
     *
     * @param tags ids of tags, in no order; equal ones count once
     */
    public static EpochStamp restore(long epoch, long[] tags) {
        return new EpochStamp(epoch, Arrays.stream(tags).sorted().distinct().toArray());
    }

    /** The epoch before the value was asked for. */
    public long epoch() {
        return epoch;
    }

    /** How many tags there are. */
    public int size() {
        return tags.length;
    }

    /** The id of a tag, from 0 to {@code size() - 1}. */
    public long tag(int index) {
        return tags[index];
    }

    /** These tags, asked for at another epoch. */
    public EpochStamp at(long otherEpoch) {
        return new EpochStamp(otherEpoch, tags);
    }

    /** Whether the entry has this tag. */
    public boolean has(CacheTag tag) {
        return Arrays.binarySearch(tags, tag.id()) >= 0;
    }

    /** A stamp that counts no longer than both of these do: all their tags, and the earlier epoch. */
    public EpochStamp and(EpochStamp other) {
        long[] both = Arrays.copyOf(tags, tags.length + other.tags.length);
        System.arraycopy(other.tags, 0, both, tags.length, other.tags.length);
        return new EpochStamp(
                Math.min(epoch, other.epoch),
                Arrays.stream(both).sorted().distinct().toArray());
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
