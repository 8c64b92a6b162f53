package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The segment being written. Confined to one thread. */
final class ActiveSegment {

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 18).asReadOnlyBuffer();

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final LogSegment segment;
    private final LogDirectory.Output file;
    private final Extent extent;
    private ByteBuffer buffer = NONE;
    private int filled;
    private int flushed = LogSegment.HEAD;

    /**
     * The bytes of a segment.
     *
     * @param filled bytes that exist, beginning with the header
     * @param limit where it is full; a single record may exceed it
     * @param ahead bytes that are filled with zeros in advance; 0 for none
     * @param greatest maximum of its bytes
     */
    record Extent(int filled, int limit, int ahead, int greatest) {}

    /** Opens a segment that has its header, and no records. */
    ActiveSegment(LogSegment segment, LogDirectory.Output file, Extent extent) {
        this.segment = segment;
        this.file = file;
        this.extent = extent;
        this.filled = extent.filled();
    }

    LogSegment segment() {
        return segment;
    }

    /** Returns the remaining space in bytes. */
    int room() {
        return extent.limit() - segment.end();
    }

    /** Returns the bytes that can be written without extending the file. */
    int filledRoom() {
        return Math.max(0, filled - segment.end());
    }

    /** Whether a record of this length fits, whatever the limit is, because it is the first one. */
    boolean isRoomForFirst(int framed) {
        return !segment.hasRecords() && framed <= extent.greatest() - segment.end();
    }

    /**
     * Ensures that this many bytes can be written without extending the file. A failure does not affect existing
     * records. More is filled in advance only where there is space.
     */
    void reserve(int bytes) throws IOException {
        int needed = segment.end() + bytes;
        if (needed <= filled || (extent.ahead() == 0 && extent.filled() == LogSegment.HEAD)) {
            return;
        }
        int target = (int) Math.max(needed, Math.min(extent.limit(), (long) needed + extent.ahead()));
        try {
            fill(file, filled, target);
            filled = target;
        } catch (NoSpaceException full) {
            fill(file, filled, needed);
            filled = needed;
        }
    }

    /** Fills a part of a file with zeros. */
    static void fill(LogDirectory.Output file, int from, int to) throws IOException {
        for (int at = from; at < to; at += ZEROS.capacity()) {
            file.write(ZEROS.duplicate().limit(Math.min(ZEROS.capacity(), to - at)), at);
        }
    }

    /**
     * Appends these records and returns when they are durable. After a failure the segment must not be used again.
     *
     * @param between the write buffer
     */
    void append(List<PendingAppend> group, ByteBuffer between) throws IOException {
        buffer = between.clear();
        flushed = segment.end();
        for (PendingAppend entry : group) {
            put(entry);
        }
        flush();
        file.force();
        segment.endsAt(flushed);
    }

    private void put(PendingAppend entry) throws IOException {
        if (buffer.remaining() < RecordFrame.HEAD) {
            flush();
        }
        int offset = flushed + buffer.position();
        entry.writtenAt(offset);
        RecordFrame.putHead(buffer, segment.secret, offset, entry.length(), entry.crc());
        for (ByteBuffer part : entry.parts()) {
            put(part.duplicate());
        }
    }

    private void put(ByteBuffer part) throws IOException {
        while (part.remaining() > buffer.remaining()) {
            int count = buffer.remaining();
            buffer.put(part.slice().limit(count));
            part.position(part.position() + count);
            flush();
        }
        buffer.put(part);
    }

    private void flush() throws IOException {
        buffer.flip();
        int count = buffer.remaining();
        file.write(buffer, flushed);
        flushed += count;
        buffer.clear();
    }

    /** Truncates the file after the last durable record, and closes it. */
    void end() {
        IoUtils.run(() -> file.truncate(segment.end()));
        IoUtils.run(file::close);
    }
}
