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
    private final SegmentLogSettings settings;
    private ByteBuffer buffer = NONE;
    private int filled = LogSegment.HEAD;
    private int flushed = LogSegment.HEAD;

    /** Opens a segment that has just been created and only has its header. */
    ActiveSegment(LogSegment segment, LogDirectory.Output file, SegmentLogSettings settings) {
        this.segment = segment;
        this.file = file;
        this.settings = settings;
    }

    LogSegment segment() {
        return segment;
    }

    /** Returns the remaining space in bytes. */
    int room() {
        return settings.segmentBytes() - segment.end();
    }

    /**
     * Ensures that this many bytes can be written without extending the file. A failure does not affect existing
     * records.
     */
    void reserve(int bytes) throws IOException {
        int needed = segment.end() + bytes;
        if (settings.aheadBytes() == 0 || needed <= filled) {
            return;
        }
        int target = (int) Math.min(settings.segmentBytes(), (long) needed + settings.aheadBytes());
        for (int at = filled; at < target; at += ZEROS.capacity()) {
            file.write(ZEROS.duplicate().limit(Math.min(ZEROS.capacity(), target - at)), at);
        }
        filled = target;
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
