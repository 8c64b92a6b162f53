package dev.larder.policies.format;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EpochStamp;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoField;

/**
 * The metadata of an entry as bytes, big-endian: weight, cost; seconds and nanoseconds of dropAfter; epoch and tags.
 * Persisted formats contain it, so it must not change.
 *
 * @param weight of the entry
 * @param cost of the entry
 * @param dropAfter of the entry
 * @param stamp of the entry
 */
public record EntryBytes(long weight, long cost, Instant dropAfter, EpochStamp stamp) {

    /** Length without the tags, in bytes. */
    public static final int FIXED = 4 * Long.BYTES + 2 * Integer.BYTES;

    /** Returns the metadata of this entry. */
    public static EntryBytes of(CacheEntry<?> entry) {
        return new EntryBytes(entry.weight(), entry.cost(), entry.dropAfter(), entry.stamp());
    }

    /** Returns the length in bytes. */
    public int length() {
        return FIXED + stamp.size() * Long.BYTES;
    }

    /** Writes the metadata. */
    public void put(ByteBuffer out) {
        out.putLong(weight).putLong(cost);
        out.putLong(dropAfter.getEpochSecond()).putInt(dropAfter.getNano());
        out.putLong(stamp.epoch()).putInt(stamp.size());
        for (int i = 0; i < stamp.size(); i++) {
            out.putLong(stamp.tag(i));
        }
    }

    /**
     * Reads the metadata.
     *
     * @throws BufferUnderflowException if it is truncated
     * @throws java.time.DateTimeException if dropAfter is no valid instant
     */
    public static EntryBytes get(ByteBuffer in) {
        return new EntryBytes(in.getLong(), in.getLong(), instant(in), stamp(in));
    }

    private static Instant instant(ByteBuffer in) {
        return Instant.ofEpochSecond(in.getLong(), ChronoField.NANO_OF_SECOND.checkValidIntValue(in.getInt()));
    }

    private static EpochStamp stamp(ByteBuffer in) {
        long epoch = in.getLong();
        long[] tags = new long[count(in, Long.BYTES)];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = in.getLong();
        }
        return tags.length == 0 && epoch == 0 ? EpochStamp.NONE : EpochStamp.restore(epoch, tags);
    }

    /** Returns the entry with this metadata and this value. */
    public CacheEntry<EntryHead> entry(EntryHead head) {
        return new CacheEntry<>(head, weight, cost, dropAfter, stamp);
    }

    /**
     * Reads a byte string preceded by its length.
     *
     * @throws BufferUnderflowException if it is truncated
     */
    public static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[count(in, 1)];
        in.get(bytes);
        return bytes;
    }

    /**
     * Reads the number of elements that follow.
     *
     * @param width minimum bytes per element
     * @throws BufferUnderflowException if the buffer is too short for that many
     */
    public static int count(ByteBuffer in, int width) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / width) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
