package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The segments of a log; of any number of threads. */
final class Segments {

    private final Disk disk;
    private final ConcurrentSkipListMap<Long, Segment> all;
    private boolean unforced;

    Segments(Disk disk, Map<Long, Segment> present) {
        this.disk = disk;
        this.all = new ConcurrentSkipListMap<>(present);
    }

    void add(Segment segment) {
        all.put(segment.number, segment);
    }

    boolean has(Segment segment) {
        return all.containsKey(segment.number);
    }

    /** The newest one; null if there is none. */
    @Nullable
    Segment newest() {
        var last = all.lastEntry();
        return last == null ? null : last.getValue();
    }

    /** Bytes of all. */
    long bytes() {
        long sum = 0;
        for (Segment segment : all.values()) {
            sum += segment.end();
        }
        return sum;
    }

    List<SegmentInfo> list() {
        return all.values().stream()
                .map(segment -> new SegmentInfo(segment.number, segment.end()))
                .toList();
    }

    /** Deletes a segment that has no records. */
    void discard(Segment segment) {
        all.remove(segment.number);
        Quietly.run(() -> disk.delete(segment.name));
    }

    /**
     * Deletes the older ones durably, one after the other, so that none is ever there again without those after it. The newest
     * one stays.
     */
    synchronized int dropBefore(long number) throws IOException {
        int dropped = 0;
        force();
        for (Segment segment : all.headMap(number).values()) {
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

    /** The record there, read again. */
    ByteBuffer read(Position position) throws IOException {
        Segment segment = all.get(position.segment());
        long end = (long) position.offset() + Frame.HEAD + position.length();
        if (segment == null || position.offset() < Segment.HEAD || position.length() < 0 || end > segment.end()) {
            throw new IOException("the log has no record at " + position);
        }
        ByteBuffer frame = ByteBuffer.allocate(Frame.HEAD + position.length());
        try (Disk.Input file = disk.open(segment.name)) {
            file.readAll(frame, position.offset());
        }
        frame.flip();
        if (Frame.lengthAt(frame, 0, segment.secret, position.offset()) != position.length()
                || !Frame.isIntact(frame, 0)) {
            throw new IOException("the record at " + position + " is damaged");
        }
        return frame.position(Frame.HEAD).slice();
    }

    /** Reads everything durable of a segment again, and fails unless it is all there. */
    void verify(Segment segment) throws IOException {
        ByteBuffer content = new Bytes(disk).of(segment.name, segment.end());
        var scan = new Scan(content, segment.secret);
        int good = Segment.HEAD;
        while (good < segment.end() && scan.next() instanceof Scan.Piece.Good piece) {
            good = piece.offset() + Frame.HEAD + piece.length();
        }
        if (good != segment.end()) {
            throw new IOException("what is durable of " + segment.name + " cannot be read again from " + good + " on");
        }
    }
}
