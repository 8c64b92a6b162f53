package dev.larder.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame of a record in a segment: a header, and the record itself. The header has the segment's secret, the frame's
 * offset, the record's length, the record's CRC32C, and the CRC32C of all these.
 *
 * <p>The secret is drawn at random for each segment and never leaves the folder, so that clients cannot send a record
 * that contains a frame. A copy of the segment would not help: its frames are at other offsets.
 */
final class RecordFrame {

    /** Length of a header in bytes. */
    static final int HEAD = 24;

    private static final int OFFSET = 8;
    private static final int LENGTH = 12;
    private static final int CONTENT_CRC = 16;
    private static final int HEAD_CRC = 20;

    private RecordFrame() {}

    /** Appends a header to the buffer. */
    static void putHead(ByteBuffer into, long secret, int offset, int length, int contentCrc) {
        int at = into.position();
        into.putLong(secret).putInt(offset).putInt(length).putInt(contentCrc);
        into.putInt(crc(into, at, HEAD_CRC));
    }

    /**
     * Returns the length of the record whose frame begins there; -1 if none does.
     *
     * @param index of the frame in the buffer
     * @param offset of the frame in the segment
     */
    static int lengthAt(ByteBuffer bytes, int index, long secret, int offset) {
        if (bytes.limit() - index < HEAD
                || bytes.getLong(index) != secret
                || bytes.getInt(index + OFFSET) != offset
                || bytes.getInt(index + HEAD_CRC) != crc(bytes, index, HEAD_CRC)) {
            return -1;
        }
        return bytes.getInt(index + LENGTH);
    }

    /** Whether the record after this valid header is complete and undamaged. */
    static boolean isIntact(ByteBuffer bytes, int index) {
        int length = bytes.getInt(index + LENGTH);
        return bytes.limit() - index - HEAD >= length
                && bytes.getInt(index + CONTENT_CRC) == crc(bytes, index + HEAD, length);
    }

    /** Returns the CRC32C of a part of the buffer. */
    static int crc(ByteBuffer bytes, int index, int length) {
        var crc = new CRC32C();
        crc.update(bytes.slice(index, length));
        return (int) crc.getValue();
    }
}
