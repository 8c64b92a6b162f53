package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes waiting records in groups: records that arrive while one group is written and synced form the next one. A segment that
 * could not be written or synced is never touched again; a new one is created only after all its durable records have been read
 * again.
 */
final class SegmentWriter implements Runnable {

    private static final System.Logger LOG = System.getLogger(SegmentLog.class.getName());

    private final LogDirectory disk;
    private final UUID owner;
    private final SegmentLogSettings settings;
    private final LogSegments segments;
    private final AppendQueue waiting;
    private static final SecureRandom RANDOM = new SecureRandom();
    private final List<PendingAppend> group = new ArrayList<>();
    private @Nullable ByteBuffer buffer;
    private long lastNumber;
    private @Nullable LogSegment previous;
    private @Nullable LogSegment doubtful;
    private @Nullable ActiveSegment tail;
    private volatile boolean closing;

    /**
     * Creates a writer for a log without an active segment.
     *
     * @param lastNumber the greatest number that a segment has had
     */
    SegmentWriter(LogDirectory disk, UUID owner, SegmentLogSettings settings, LogSegments segments, long lastNumber) {
        this.disk = disk;
        this.owner = owner;
        this.settings = settings;
        this.segments = segments;
        this.waiting = new AppendQueue(settings.maxWaitingBytes());
        this.lastNumber = lastNumber;
        this.previous = segments.newest();
    }

    AppendQueue waiting() {
        return waiting;
    }

    /** Ends the writer after the waiting records are written. */
    void close() {
        closing = true;
        waiting.ends();
    }

    @Override
    public void run() {
        while (!closing) {
            if (!step()) {
                waiting.await();
            }
        }
        write(waiting.close());
        ActiveSegment last = tail;
        if (last != null) {
            last.end();
        }
    }

    /** Creates the first segment; false if that fails now, and is left to the first record. */
    boolean begin() {
        try {
            openTail();
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, disk + ": nothing can be written now", e);
            return false;
        }
    }

    /** Writes the waiting records; false if there are none. */
    boolean step() {
        PendingAppend first = waiting.takeAll();
        write(first);
        return first != null;
    }

    private void write(@Nullable PendingAppend first) {
        PendingAppend next = first;
        while (next != null) {
            next = writeSome(next);
        }
    }

    /** Returns the first remaining entry. */
    private @Nullable PendingAppend writeSome(PendingAppend first) {
        group.clear();
        try {
            ActiveSegment present = openTail();
            if (first.isRoll()) {
                return roll(first, present);
            }
            PendingAppend rest = collect(first, present);
            if (!group.isEmpty()) {
                append(present);
            } else if (rest == first) {
                seal(present);
            }
            return rest;
        } catch (IOException | RuntimeException | Error e) {
            return failAll(first, e);
        }
    }

    private @Nullable PendingAppend failAll(PendingAppend first, Throwable fault) {
        for (PendingAppend entry = first; entry != null; ) {
            PendingAppend next = entry.next;
            fail(entry, fault);
            entry = next;
        }
        return null;
    }

    private void fail(PendingAppend entry, Throwable fault) {
        entry.next = null;
        waiting.leaves(entry);
        entry.completeExceptionally(typed(fault));
    }

    private static LogException typed(Throwable fault) {
        if (fault instanceof LogException known) {
            return known;
        }
        return fault instanceof NoSpaceException
                ? new LogFullException("the disk is full", fault)
                : new LogFailedException("the log cannot be written", fault);
    }

    private @Nullable PendingAppend roll(PendingAppend entry, ActiveSegment present) throws IOException {
        PendingAppend rest = entry.next;
        ActiveSegment now = present;
        if (present.segment().hasRecords()) {
            seal(present);
            now = openTail();
        }
        succeed(entry, now.segment().number);
        return rest;
    }

    /** Takes entries while the segment has space for them; fails those that the log has no space for. */
    private @Nullable PendingAppend collect(PendingAppend first, ActiveSegment present) {
        int room = present.room();
        long free = settings.maxBytes() - segments.bytes();
        PendingAppend entry = first;
        while (entry != null && !entry.isRoll() && entry.framed() <= room) {
            PendingAppend next = entry.next;
            if (entry.framed() > (entry.isMark() ? free : free - settings.reserveBytes())) {
                fail(entry, new LogFullException("the log has as many bytes as it may have", null));
            } else {
                room -= entry.framed();
                free -= entry.framed();
                group.add(entry);
            }
            entry = next;
        }
        return entry;
    }

    private void append(ActiveSegment present) {
        try {
            if (reserved(present)) {
                present.append(group, buffer());
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, disk + ": " + present.segment().name + " is given up", e);
            giveUp(present);
            group.forEach(entry -> fail(entry, e));
            group.clear();
        }
        long number = present.segment().number;
        group.forEach(entry -> succeed(entry, number));
    }

    private ByteBuffer buffer() {
        ByteBuffer present = buffer;
        if (present == null) {
            present = ByteBuffer.allocateDirect(settings.bufferBytes());
            buffer = present;
        }
        return present;
    }

    /** Whether space is reserved; if not, the records of the group have failed, and the segment is still usable. */
    private boolean reserved(ActiveSegment present) throws IOException {
        int bytes = 0;
        for (PendingAppend entry : group) {
            bytes += entry.framed();
        }
        try {
            present.reserve(bytes);
            return true;
        } catch (NoSpaceException e) {
            group.forEach(entry -> fail(entry, e));
            group.clear();
            return false;
        }
    }

    private void succeed(PendingAppend entry, long number) {
        entry.next = null;
        waiting.leaves(entry);
        entry.durableIn(number);
    }

    /** Returns the active segment, which is created if necessary. */
    private ActiveSegment openTail() throws IOException {
        ActiveSegment present = tail;
        if (present != null) {
            return present;
        }
        verify();
        if (lastNumber >= LogFileNames.GREATEST) {
            throw new IOException("the log has no more numbers for segments: begin with an empty folder");
        }
        var segment = new LogSegment(++lastNumber, RANDOM.nextLong());
        ActiveSegment created = create(segment);
        segments.add(segment);
        tail = created;
        return created;
    }

    private void verify() throws IOException {
        LogSegment suspect = doubtful;
        try {
            if (suspect != null) {
                segments.verify(suspect);
            }
        } catch (IOException e) {
            if (segments.has(suspect)) {
                throw e;
            }
        }
        doubtful = null;
    }

    private ActiveSegment create(LogSegment segment) throws IOException {
        LogSegment before = previous;
        var header = new SegmentHeader(
                owner,
                segment.number,
                segment.secret,
                before == null ? 0 : before.number,
                before == null ? 0 : before.end());
        LogDirectory.Output file = disk.create(segment.name);
        try {
            file.write(header.encode(), 0);
            file.force();
            disk.forceFolder();
            return new ActiveSegment(segment, file, settings);
        } catch (IOException | RuntimeException e) {
            IoUtils.run(file::close);
            IoUtils.run(() -> disk.delete(segment.name));
            throw e;
        }
    }

    private void seal(ActiveSegment present) {
        present.end();
        tail = null;
        if (present.segment().hasRecords()) {
            previous = present.segment();
        } else {
            segments.discard(present.segment());
        }
    }

    private void giveUp(ActiveSegment present) {
        seal(present);
        if (present.segment().hasRecords()) {
            doubtful = present.segment();
        }
    }
}
