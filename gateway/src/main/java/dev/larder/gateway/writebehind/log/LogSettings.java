package dev.larder.gateway.writebehind.log;

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
public record LogSettings(
        int segmentBytes, long maxBytes, long reserveBytes, int maxRecordBytes, long maxWaitingBytes, int aheadBytes) {

    private static final int MIB = 1 << 20;

    /** The defaults, with this much for all segments together, of which a sixteenth is for marks. */
    public static LogSettings ofBytes(long maxBytes) {
        return new LogSettings(64 * MIB, maxBytes, maxBytes / 16, 8 * MIB, 32L * MIB, MIB);
    }

    public LogSettings {
        if (maxRecordBytes < 0 || maxRecordBytes > segmentBytes - Segment.HEAD - Frame.HEAD) {
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
