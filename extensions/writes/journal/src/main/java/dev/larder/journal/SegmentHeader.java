package dev.larder.journal;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The header of a segment.
 *
 * @param owner of the log
 * @param number of the segment
 * @param secret at the beginning of its frames
 * @param previous number of the segment before it; 0 if it is the first one
 * @param previousEnd where that one ends: data behind it has never been acknowledged
 */
record SegmentHeader(UUID owner, long number, long secret, long previous, int previousEnd) {

    private static final long MAGIC = 0x4c41524445524c47L;
    private static final int VERSION = 1;
    private static final int COPY = 512;
    private static final int LENGTH = 64;

    /** The header of a file, or why it is no segment of this log. */
    record Decoded(@Nullable SegmentHeader header, String fault) {}

    /** Returns the encoded header: two identical copies, in two sectors. */
    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(LogSegment.HEAD);
        put(bytes, 0);
        put(bytes, COPY);
        return bytes.clear();
    }

    private void put(ByteBuffer bytes, int at) {
        bytes.position(at).putLong(MAGIC).putInt(VERSION).putInt(previousEnd);
        bytes.putLong(owner.getMostSignificantBits()).putLong(owner.getLeastSignificantBits());
        bytes.putLong(number).putLong(secret).putLong(previous);
        bytes.putInt(0).putInt(RecordFrame.crc(bytes, at, LENGTH - Integer.BYTES));
    }

    /** Decodes the first valid copy. */
    static Decoded decode(ByteBuffer bytes) {
        Decoded first = decode(bytes, 0);
        if (first.header != null) {
            return first;
        }
        Decoded second = decode(bytes, COPY);
        return second.header != null ? second : first;
    }

    private static Decoded decode(ByteBuffer bytes, int at) {
        if (bytes.limit() < at + LENGTH || bytes.getLong(at) != MAGIC) {
            return new Decoded(null, "is no segment of a log");
        }
        if (bytes.getInt(at + 8) != VERSION) {
            return new Decoded(null, "has version " + bytes.getInt(at + 8) + ", not " + VERSION);
        }
        if (bytes.getInt(at + LENGTH - Integer.BYTES) != RecordFrame.crc(bytes, at, LENGTH - Integer.BYTES)) {
            return new Decoded(null, "has a damaged head");
        }
        var owner = new UUID(bytes.getLong(at + 16), bytes.getLong(at + 24));
        long number = bytes.getLong(at + 32);
        return new Decoded(
                new SegmentHeader(owner, number, bytes.getLong(at + 40), bytes.getLong(at + 48), bytes.getInt(at + 12)),
                "");
    }
}
