package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The segment that is written. Of one thread. */
final class Tail {

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 18).asReadOnlyBuffer();

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final Segment segment;
    private final Disk.Output file;
    private final LogSettings settings;
    private ByteBuffer buffer = NONE;
    private int filled = Segment.HEAD;
    private int flushed = Segment.HEAD;

    /** A segment that has just been created, with nothing but its head. */
    Tail(Segment segment, Disk.Output file, LogSettings settings) {
        this.segment = segment;
        this.file = file;
        this.settings = settings;
    }

    Segment segment() {
        return segment;
    }

    /** Bytes that it still has room for. */
    int room() {
        return settings.segmentBytes() - segment.end();
    }

    /**
     * Makes sure that so many bytes can be written without the file becoming longer. If this fails nothing has happened to its
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
     * Writes these records behind the last one, and returns when they are durable. If this fails, it may never be used again.
     *
     * @param between what is used to write them
     */
    void append(List<Entry> group, ByteBuffer between) throws IOException {
        buffer = between.clear();
        flushed = segment.end();
        for (Entry entry : group) {
            put(entry);
        }
        flush();
        file.force();
        segment.endsAt(flushed);
    }

    private void put(Entry entry) throws IOException {
        if (buffer.remaining() < Frame.HEAD) {
            flush();
        }
        int offset = flushed + buffer.position();
        entry.writtenAt(offset);
        Frame.putHead(buffer, segment.secret, offset, entry.length(), entry.crc());
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

    /** Gives back what is behind the last durable record, and is not written any more. */
    void end() {
        Quietly.run(() -> file.truncate(segment.end()));
        Quietly.run(file::close);
    }
}
