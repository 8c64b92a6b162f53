package dev.larder.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records in the bytes of a segment, before and behind whatever is damaged. A record with a good head is passed over
 * as a whole even if its content is bad, so that nothing in a content is ever taken for a frame.
 */
final class SegmentScanner {

    /** A stretch of a segment. */
    sealed interface Piece {

        /** A good record whose frame begins there. */
        record Good(int offset, int length) implements Piece {}

        /** Bytes before a good record that belong to none. */
        record Bad(int from, int to) implements Piece {}

        /** What is behind the last good record. */
        record Rest(int from, int to, boolean zeros) implements Piece {}
    }

    private final ByteBuffer bytes;
    private final long secret;
    private int at = LogSegment.HEAD;

    /**
     * Of a whole segment.
     *
     * @param bytes from the segment's first byte on, up to its limit
     */
    SegmentScanner(ByteBuffer bytes, long secret) {
        this.bytes = bytes;
        this.secret = secret;
    }

    /** The next piece; null behind the last one, which is a {@link Piece.Rest} unless the last record ends at the end. */
    @Nullable
    Piece next() {
        int from = at;
        while (at < bytes.limit()) {
            int length = RecordFrame.lengthAt(bytes, at, secret, at);
            if (length < 0) {
                at++;
            } else if (!RecordFrame.isIntact(bytes, at)) {
                at = (int) Math.min(bytes.limit(), (long) at + RecordFrame.HEAD + length);
            } else if (at > from) {
                return new Piece.Bad(from, at);
            } else {
                at += RecordFrame.HEAD + length;
                return new Piece.Good(from, length);
            }
        }
        at = Math.max(at, bytes.limit());
        return from < at ? new Piece.Rest(from, at, isZero(bytes, from)) : null;
    }

    /** Whether there is nothing but zeros from there on. */
    static boolean isZero(ByteBuffer bytes, int from) {
        for (int i = from; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
