package dev.larder.gateway.writebehind.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a folder when a log is opened. No content that it finds there makes it fail; what it cannot read, sync, or keep a copy
 * of does, as acknowledged writes may be there. It deletes and cuts only what it has read to the end.
 */
final class Recovery {

    private static final System.Logger LOG = System.getLogger(SegmentLog.class.getName());

    private final Disk disk;
    private final UUID owner;
    private final List<String> names;
    private final Quarantine quarantine;
    private final Bytes bytes;
    private final NavigableMap<Long, Header> headers = new TreeMap<>();
    private final Map<Long, Integer> ends = new HashMap<>();
    private final NavigableMap<Long, Segment> segments = new TreeMap<>();
    private final List<Segment> empty = new ArrayList<>();
    private final Set<Long> blank = new HashSet<>();
    private int missing;
    private int torn;
    private long records;
    private long recordBytes;

    /**
     * Of a folder.
     *
     * @param names of its files, sorted
     */
    Recovery(Disk disk, UUID owner, List<String> names) {
        this.disk = disk;
        this.owner = owner;
        this.names = names;
        this.quarantine = new Quarantine(disk, names);
        this.bytes = new Bytes(disk);
    }

    /** Segments that have records. */
    NavigableMap<Long, Segment> segments() {
        return segments;
    }

    /** Segments that have none: to be deleted once there is a new one. */
    List<Segment> empty() {
        return empty;
    }

    /** No segment has had a greater number. */
    long greatestNumber() {
        return names.stream()
                .mapToLong(name -> Names.number(name).orElse(0))
                .max()
                .orElse(0);
    }

    Recovered run(Replay replay) throws IOException {
        for (String name : names) {
            if (Names.isSegment(name)) {
                inspect(name);
            }
        }
        for (Header header : headers.values()) {
            link(header);
        }
        torn += blank.size();
        makeDurable();
        for (Header header : headers.values()) {
            read(header, replay);
        }
        return new Recovered(
                records,
                recordBytes,
                quarantine.stretches(),
                quarantine.files(),
                missing,
                torn,
                quarantine.isOccupied());
    }

    private void inspect(String name) throws IOException {
        Header.Decoded decoded = Header.decode(bytes.of(name, Segment.HEAD));
        Header header = decoded.header();
        if (header == null) {
            rejected(name, decoded.fault());
        } else if (!header.owner().equals(owner)) {
            quarantine.setAside(name, "belongs to the log " + header.owner());
        } else if (header.number() != Names.number(name).orElse(0)) {
            quarantine.setAside(name, "is segment " + header.number());
        } else {
            headers.put(header.number(), header);
        }
    }

    /** A file of zeros is a segment that was about to be created, unless another one goes on from it. */
    private void rejected(String name, String fault) throws IOException {
        if (!Scan.isZero(bytes.whole(name), 0)) {
            quarantine.setAside(name, fault);
            return;
        }
        blank.add(Names.number(name).orElse(0));
        Quietly.run(() -> disk.delete(name));
    }

    private void link(Header header) throws IOException {
        long previous = header.previous();
        if (previous == 0) {
            return;
        }
        ends.merge(previous, header.previousEnd(), Math::min);
        boolean known = names.stream().anyMatch(name -> Names.number(name).orElse(0) == previous);
        if (blank.remove(previous) || (!known && headers.firstKey() < previous)) {
            missing++;
            quarantine.missed(Names.segment(previous));
        }
    }

    /** What is about to be replayed may have been written by a process that was killed before it could sync. */
    private void makeDurable() throws IOException {
        if (!headers.isEmpty()) {
            disk.force(Names.segment(headers.lastKey()));
        }
        disk.forceFolder();
    }

    private void read(Header header, Replay replay) throws IOException {
        var segment = new Segment(header.number(), header.secret());
        @Nullable Integer known = ends.get(header.number());
        ByteBuffer content = known == null ? bytes.whole(segment.name) : bytes.of(segment.name, known);
        int kept = quarantine.stretches();
        int end = replay(segment, content, replay);
        if (known != null) {
            if (end < known) {
                keep(segment, content, end, known);
            }
            end = known;
        } else if (end < content.limit()) {
            end = cut(segment, content, end);
        }
        segment.endsAt(end);
        if (end > Segment.HEAD || kept < quarantine.stretches()) {
            segments.put(segment.number, segment);
        } else {
            empty.add(segment);
        }
    }

    /** Returns where the last good record ends. */
    private int replay(Segment segment, ByteBuffer content, Replay replay) throws IOException {
        var scan = new Scan(content, segment.secret);
        int end = Segment.HEAD;
        for (Scan.Piece piece = scan.next(); piece != null; piece = scan.next()) {
            if (piece instanceof Scan.Piece.Good good) {
                records++;
                recordBytes += good.length();
                end = good.offset() + Frame.HEAD + good.length();
                replay.record(
                        new Position(segment.number, good.offset(), good.length()),
                        content.slice(good.offset() + Frame.HEAD, good.length()).asReadOnlyBuffer());
            } else if (piece instanceof Scan.Piece.Bad bad) {
                keep(segment, content, bad.from(), bad.to());
            }
        }
        return end;
    }

    private void keep(Segment segment, ByteBuffer content, int from, int to) throws IOException {
        int first = Math.min(from, content.limit());
        int last = Math.min(to, content.limit());
        quarantine.keep(segment.name, from, to, content.slice(first, last - first));
    }

    /** Ends a segment that nothing says the end of behind its last good record; returns where. */
    private int cut(Segment segment, ByteBuffer content, int end) throws IOException {
        boolean zeros = Scan.isZero(content, end);
        if (segment.number != greatestNumber() && !zeros) {
            keep(segment, content, end, content.limit());
            return content.limit();
        }
        if (!zeros) {
            torn++;
            LOG.log(System.Logger.Level.INFO, "{0}: {1} ends with a torn write", disk, segment.name);
        }
        Quietly.run(() -> disk.truncate(segment.name, end));
        return end;
    }
}
