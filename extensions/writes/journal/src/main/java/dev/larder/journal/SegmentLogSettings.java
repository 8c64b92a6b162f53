package dev.larder.journal;

/**
 * Bounds of a log.
 *
 * @param segmentBytes no segment grows beyond this; a record has to fit into one
 * @param maxBytes of all segments together
 * @param reserveBytes of {@code maxBytes}, what only {@link SegmentLog#mark} may use
 * @param maxRecordBytes of one record
 * @param maxWaitingBytes of records that wait to be written
 * @param aheadBytes so much of a segment is filled with zeros before it is needed, which makes syncs cheaper; 0 for nothing
 */
public record SegmentLogSettings(
        int segmentBytes, long maxBytes, long reserveBytes, int maxRecordBytes, long maxWaitingBytes, int aheadBytes) {

    private static final int MIB = 1 << 20;

    /**
     * The defaults, with this much for all segments together, of which an eighth is for marks: that is more than two segments.
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

    /** What is written at once. */
    int bufferBytes() {
        return Math.max(512, Math.min(MIB, segmentBytes / 64));
    }
}
