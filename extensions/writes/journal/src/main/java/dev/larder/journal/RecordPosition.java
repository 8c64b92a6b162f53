package dev.larder.journal;

/**
 * The position of a durable record.
 *
 * @param segment number of its segment; positive
 * @param offset of its frame in the segment, in bytes
 * @param length of the record in bytes
 */
public record RecordPosition(long segment, int offset, int length) implements Comparable<RecordPosition> {

    @Override
    public int compareTo(RecordPosition other) {
        int bySegment = Long.compare(segment, other.segment);
        return bySegment != 0 ? bySegment : Integer.compare(offset, other.offset);
    }
}
