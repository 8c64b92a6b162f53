package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The segments of a log. Thread-safe. */
final class LogSegments {

    private final LogDirectory disk;
    private final ConcurrentSkipListMap<Long, LogSegment> all;
    private boolean unforced;

    LogSegments(LogDirectory disk, Map<Long, LogSegment> present) {
        this.disk = disk;
        this.all = new ConcurrentSkipListMap<>(present);
    }

    void add(LogSegment segment) {
        all.put(segment.number, segment);
    }

    boolean has(LogSegment segment) {
        return all.containsKey(segment.number);
    }

    /** Returns the newest segment; null if there is none. */
    @Nullable
    LogSegment newest() {
        var last = all.lastEntry();
        return last == null ? null : last.getValue();
    }

    /** Returns the total size in bytes. */
    long bytes() {
        long sum = 0;
        for (LogSegment segment : all.values()) {
            sum += segment.end();
        }
        return sum;
    }

    List<SegmentInfo> list() {
        return all.values().stream()
                .map(segment -> new SegmentInfo(segment.number, segment.end()))
                .toList();
    }

    /** Deletes a segment without records. */
    void discard(LogSegment segment) {
        all.remove(segment.number);
        IoUtils.run(() -> disk.delete(segment.name));
    }

    /**
     * Durably deletes the segments before this one, in order, so that none can reappear without its successors. The
     * newest one stays.
     */
    synchronized int dropBefore(long number) throws IOException {
        int dropped = 0;
        force();
        for (LogSegment segment : all.headMap(number).values()) {
            if (segment == newest()) {
                break;
            }
            disk.delete(segment.name);
            all.remove(segment.number);
            dropped++;
            unforced = true;
            force();
        }
        return dropped;
    }

    private void force() throws IOException {
        if (unforced) {
            disk.forceFolder();
            unforced = false;
        }
    }

    /** Reads the record at this position from the disk. */
    ByteBuffer read(RecordPosition position) throws IOException {
        LogSegment segment = all.get(position.segment());
        long end = (long) position.offset() + RecordFrame.HEAD + position.length();
        if (segment == null || position.offset() < LogSegment.HEAD || position.length() < 0 || end > segment.end()) {
            throw new IOException("the log has no record at " + position);
        }
        ByteBuffer frame = ByteBuffer.allocate(RecordFrame.HEAD + position.length());
        try (LogDirectory.Input file = disk.open(segment.name)) {
            file.readAll(frame, position.offset());
        }
        frame.flip();
        if (RecordFrame.lengthAt(frame, 0, segment.secret, position.offset()) != position.length()
                || !RecordFrame.isIntact(frame, 0)) {
            throw new IOException("the record at " + position + " is damaged");
        }
        return frame.position(RecordFrame.HEAD).slice();
    }

    /** Reads the durable part of a segment again, and fails unless it is complete. */
    void verify(LogSegment segment) throws IOException {
        ByteBuffer content = new LogFileReader(disk).of(segment.name, segment.end());
        var scan = new SegmentScanner(content, segment.secret);
        int good = LogSegment.HEAD;
        while (good < segment.end() && scan.next() instanceof SegmentScanner.Piece.Good piece) {
            good = piece.offset() + RecordFrame.HEAD + piece.length();
        }
        if (good != segment.end()) {
            throw new IOException("what is durable of " + segment.name + " cannot be read again from " + good + " on");
        }
    }
}
