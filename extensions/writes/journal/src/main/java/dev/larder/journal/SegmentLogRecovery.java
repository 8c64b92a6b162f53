package dev.larder.journal;

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
import org.jspecify.annotations.Nullable;

/**
 * Reads a folder when a log is opened. Fails if a file cannot be read or synced, or damaged data cannot be copied,
 * because it may contain acknowledged writes; the folder is then unchanged. The order is therefore:
 *
 * <ol>
 *   <li>Read all headers, sync, and read all records: nothing is changed.
 *   <li>Write copies and marks into quarantine, durably: files are added, and deleted again if one fails.
 *   <li>Rename, delete and truncate. From here on failures are ignored: the rest is done at the next start.
 * </ol>
 */
final class SegmentLogRecovery {

    private static final System.Logger LOG = System.getLogger(SegmentLogRecovery.class.getName());

    /** Maximum distance from the last known segment number at which a file of unknown origin counts as part of this log. */
    private static final long NEAR = 1 << 16;

    private final LogDirectory disk;
    private final LogIdentity owner;
    private final List<String> names;
    private final LogQuarantine quarantine;
    private final LogFileReader bytes;
    private final NavigableMap<Long, SegmentHeader> headers = new TreeMap<>();
    private final Map<Long, Integer> ends = new HashMap<>();
    private final NavigableMap<Long, LogSegment> segments = new TreeMap<>();
    private final List<LogSegment> empty = new ArrayList<>();
    private final Set<String> zeros = new HashSet<>();
    private final Set<Long> blank = new HashSet<>();
    private final Map<String, Integer> cuts = new TreeMap<>();
    private long greatest;
    private int torn;
    private long records;
    private long recordBytes;

    /**
     * Recovers a folder.
     *
     * @param names of its files, sorted
     */
    SegmentLogRecovery(LogDirectory disk, LogIdentity owner, List<String> names) {
        this.disk = disk;
        this.owner = owner;
        this.names = names;
        this.quarantine = new LogQuarantine(disk, names);
        this.bytes = new LogFileReader(disk);
    }

    /** Returns the segments with records. */
    NavigableMap<Long, LogSegment> segments() {
        return segments;
    }

    /** Returns the segments without records, which are deleted once there is a new one. */
    List<LogSegment> empty() {
        return empty;
    }

    /** Returns the greatest number that a segment has had. */
    long greatestNumber() {
        return greatest;
    }

    RecoveryReport run(RecordReplayHandler replay) throws IOException {
        for (String name : names) {
            if (LogFileNames.isSegment(name)) {
                inspect(name);
            }
        }
        greatest = greatest();
        headers.values().forEach(this::link);
        torn += blank.size();
        makeDurable();
        for (SegmentHeader header : headers.values()) {
            read(header, replay);
        }
        write();
        tidy();
        return new RecoveryReport(
                records,
                recordBytes,
                quarantine.stretches(),
                quarantine.files(),
                quarantine.missing(),
                torn,
                quarantine.isOccupied());
    }

    /** Foreign files may have any number. */
    private long greatest() {
        long known = headers.isEmpty() ? 0 : headers.lastKey();
        return names.stream()
                .mapToLong(name -> LogFileNames.number(name).orElse(0))
                .filter(number -> number <= known + NEAR)
                .max()
                .orElse(0);
    }

    private void inspect(String name) throws IOException {
        SegmentHeader.Decoded decoded = SegmentHeader.decode(bytes.of(name, LogSegment.HEAD));
        SegmentHeader header = decoded.header();
        if (header == null) {
            rejected(name, decoded.fault());
        } else if (!header.owner().equals(owner.id())) {
            quarantine.setAside(name, "belongs to the log " + header.owner());
        } else if (header.number() > LogFileNames.GREATEST) {
            throw new IOException(disk + "/" + name + " has a number beyond " + LogFileNames.GREATEST
                    + ", the last one of a log. Acknowledged writes may be in it: keep it, move the folder elsewhere,"
                    + " and begin with an empty one");
        } else if (!name.equals(LogFileNames.segment(header.number()))) {
            quarantine.setAside(name, "is segment " + header.number());
        } else {
            headers.put(header.number(), header);
        }
    }

    /** A file of zeros is a segment whose creation was interrupted, unless another one continues it. */
    private void rejected(String name, String fault) throws IOException {
        long number = LogFileNames.number(name).orElse(0);
        if (name.equals(LogFileNames.segment(number)) && SegmentScanner.isZero(bytes.whole(name), 0)) {
            zeros.add(name);
            blank.add(number);
        } else {
            quarantine.setAside(name, fault);
        }
    }

    private void link(SegmentHeader header) {
        long previous = header.previous();
        if (previous == 0) {
            return;
        }
        ends.merge(previous, header.previousEnd(), Math::min);
        String segment = LogFileNames.segment(previous);
        boolean known = names.stream().anyMatch(name -> name.startsWith(segment));
        if (blank.remove(previous) || (!known && headers.firstKey() < previous)) {
            quarantine.missed(segment);
        }
    }

    /** The records to be replayed may have been written by a process that was killed before it could sync. */
    private void makeDurable() throws IOException {
        if (!headers.isEmpty()) {
            disk.force(LogFileNames.segment(headers.lastKey()));
        }
        disk.forceFolder();
    }

    /** Copies of damaged data are worth more than the reserve of a full disk. */
    private void write() throws IOException {
        try {
            writeAll();
        } catch (IOException full) {
            if (!names.contains(LogFileNames.RESERVE) || !isFull(full)) {
                throw full;
            }
            disk.delete(LogFileNames.RESERVE);
            writeAll();
        }
    }

    private static boolean isFull(IOException fault) {
        return fault instanceof NoSpaceException || fault.getCause() instanceof NoSpaceException;
    }

    private void writeAll() throws IOException {
        try {
            quarantine.write();
            owner.writeIfMissing();
        } catch (IOException | RuntimeException | Error e) {
            quarantine.undo();
            throw e;
        }
    }

    private void tidy() {
        quarantine.renameFiles();
        owner.mendIfDamaged();
        zeros.forEach(name -> IoUtils.run(() -> disk.delete(name)));
        cuts.forEach((name, end) -> IoUtils.run(() -> disk.truncate(name, end)));
        names.stream().filter(LogFileNames::isTemporary).forEach(name -> IoUtils.run(() -> disk.delete(name)));
    }

    private void read(SegmentHeader header, RecordReplayHandler replay) throws IOException {
        var segment = new LogSegment(header.number(), header.secret());
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
        if (end > LogSegment.HEAD || kept < quarantine.stretches()) {
            segments.put(segment.number, segment);
        } else {
            empty.add(segment);
        }
    }

    /** Returns the end of the last valid record. */
    private int replay(LogSegment segment, ByteBuffer content, RecordReplayHandler replay) {
        var scan = new SegmentScanner(content, segment.secret);
        int end = LogSegment.HEAD;
        for (SegmentScanner.Piece piece = scan.next(); piece != null; piece = scan.next()) {
            if (piece instanceof SegmentScanner.Piece.Good good) {
                records++;
                recordBytes += good.length();
                end = good.offset() + RecordFrame.HEAD + good.length();
                replay.record(
                        new RecordPosition(segment.number, good.offset(), good.length()),
                        content.slice(good.offset() + RecordFrame.HEAD, good.length())
                                .asReadOnlyBuffer());
            } else if (piece instanceof SegmentScanner.Piece.Bad bad) {
                keep(segment, content, bad.from(), bad.to());
            }
        }
        return end;
    }

    private void keep(LogSegment segment, ByteBuffer content, int from, int to) {
        quarantine.keep(segment.name, from, to, Math.min(to, content.limit()));
    }

    /** Truncates a segment of unknown end after its last valid record; returns the new end. */
    private int cut(LogSegment segment, ByteBuffer content, int end) {
        boolean empty = SegmentScanner.isZero(content, end);
        if (segment.number != greatest && !empty) {
            keep(segment, content, end, content.limit());
            return content.limit();
        }
        if (!empty) {
            torn++;
            LOG.log(System.Logger.Level.INFO, "{0}: {1} ends with a torn write", disk, segment.name);
        }
        cuts.put(segment.name, end);
        return end;
    }
}
