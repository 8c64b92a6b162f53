package dev.larder.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records in the bytes of a segment, before and after damaged data. A record with a valid header is skipped
 * as a whole even if its content is damaged, so that no part of a content is ever mistaken for a frame.
 */
final class SegmentScanner {

    /** A part of a segment. */
    sealed interface Piece {

        /** A valid record whose frame begins there. */
        record Good(int offset, int length) implements Piece {}

        /** Bytes before a valid record that belong to no record. */
        record Bad(int from, int to) implements Piece {}

        /** The bytes after the last valid record. */
        record Rest(int from, int to, boolean zeros) implements Piece {}
    }

    private final ByteBuffer bytes;
    private final long secret;
    private int at = LogSegment.HEAD;

    /**
     * Scans a whole segment.
     *
     * @param bytes from the segment's first byte on, up to its limit
     */
    SegmentScanner(ByteBuffer bytes, long secret) {
        this.bytes = bytes;
        this.secret = secret;
    }

    /** Returns the next piece; null after the last one, which is a {@link Piece.Rest} unless the last record ends the segment. */
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

    /** Whether all bytes from there on are zeros. */
    static boolean isZero(ByteBuffer bytes, int from) {
        for (int i = from; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
