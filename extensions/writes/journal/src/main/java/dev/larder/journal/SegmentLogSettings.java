package dev.larder.journal;

/**
 * The limits of a log.
 *
 * @param segmentBytes maximum size of a segment; every record must fit into one
 * @param maxBytes maximum size of all segments together
 * @param reserveBytes part of {@code maxBytes} that only {@link SegmentLog#mark} may use
 * @param maxRecordBytes maximum size of a record
 * @param maxWaitingBytes maximum bytes of records that wait to be written
 * @param aheadBytes this much of a segment is filled with zeros in advance, which makes syncs cheaper; 0 for none
 */
public record SegmentLogSettings(
        int segmentBytes, long maxBytes, long reserveBytes, int maxRecordBytes, long maxWaitingBytes, int aheadBytes) {

    private static final int MIB = 1 << 20;

    /**
     * Returns the defaults for this total size of all segments, of which an eighth is for marks: more than two segments.
     *
     * @param maxBytes 256 MiB at least
     */
    public static SegmentLogSettings ofBytes(long maxBytes) {
        int segmentBytes = (int) Math.min(64 * MIB, Math.max(16 * MIB, maxBytes / 64));
        return new SegmentLogSettings(segmentBytes, maxBytes, maxBytes / 8, 8 * MIB, 32L * MIB, MIB);
    }

    public SegmentLogSettings {
        if (maxRecordBytes < 0 || maxRecordBytes > segmentBytes - LogSegment.HEAD - RecordFrame.HEAD) {
            throw new IllegalArgumentException("a record of " + maxRecordBytes + " does not fit into " + segmentBytes);
        }
        if (reserveBytes < 0 || reserveBytes >= maxBytes || maxWaitingBytes <= 0 || aheadBytes < 0) {
            throw new IllegalArgumentException("the bounds contradict each other");
        }
    }

    /** Returns the size of the write buffer. */
    int bufferBytes() {
        return Math.max(512, Math.min(MIB, segmentBytes / 64));
    }
}
