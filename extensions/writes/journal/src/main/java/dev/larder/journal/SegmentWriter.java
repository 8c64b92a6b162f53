package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes waiting records in groups: records that arrive while one group is written and synced form the next one. A segment that
 * could not be written or synced is never touched again; a new one is created only after all its durable records have been read
 * again.
 */
final class SegmentWriter implements Runnable {

    private static final System.Logger LOG = System.getLogger(SegmentWriter.class.getName());

    private final LogDirectory disk;
    private final UUID owner;
    private final SegmentLogSettings settings;
    private final LogSegments segments;
    private final SegmentReserve reserve;
    private final AppendQueue waiting;
    private static final SecureRandom RANDOM = new SecureRandom();
    private final List<PendingAppend> group = new ArrayList<>();
    private @Nullable ByteBuffer buffer;
    private long lastNumber;
    private @Nullable LogSegment previous;
    private @Nullable LogSegment doubtful;
    private @Nullable ActiveSegment tail;
    private boolean starved;
    private volatile int filledRoom;
    private volatile boolean closing;

    /**
     * Creates a writer for a log without an active segment.
     *
     * @param lastNumber the greatest number that a segment has had
     */
    SegmentWriter(
            LogDirectory disk,
            UUID owner,
            SegmentLogSettings settings,
            LogSegments segments,
            SegmentReserve reserve,
            long lastNumber) {
        this.disk = disk;
        this.owner = owner;
        this.settings = settings;
        this.segments = segments;
        this.reserve = reserve;
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
        reserve.take();
        while (!closing) {
            if (!writeWaiting()) {
                waiting.await();
            }
        }
        write(waiting.close());
        ActiveSegment last = tail;
        if (last != null) {
            last.end();
        }
        reserve.close();
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
    boolean writeWaiting() {
        PendingAppend first = waiting.takeAll();
        write(first);
        return first != null;
    }

    private void write(@Nullable PendingAppend first) {
        PendingAppend next = first;
        while (next != null) {
            next = writeSome(next);
        }
        ActiveSegment present = tail;
        filledRoom = present == null ? 0 : present.filledRoom();
    }

    /** Returns the bytes that marks can be written to on a full disk. */
    int roomOnFullDisk() {
        return filledRoom + reserve.bytes();
    }

    /** Returns the first remaining entry. */
    private @Nullable PendingAppend writeSome(PendingAppend first) {
        group.clear();
        try {
            ActiveSegment present = openTail(first);
            if (first.isRoll()) {
                return roll(first, present);
            }
            PendingAppend rest = collect(first, present);
            if (!group.isEmpty()) {
                return append(present) ? rest : again(rest);
            } else if (rest == first) {
                seal(present);
            }
            return rest;
        } catch (IOException | RuntimeException | Error e) {
            return failAll(first, e);
        }
    }

    /** Returns the entries of the group, which have not been written, before the others. */
    private @Nullable PendingAppend again(@Nullable PendingAppend rest) {
        PendingAppend next = rest;
        for (int i = group.size() - 1; i >= 0; i--) {
            group.get(i).next = next;
            next = group.get(i);
        }
        return next;
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
            now = openTail(entry);
        }
        succeed(entry, now.segment().number);
        return rest;
    }

    /** Takes entries while the segment has space for them; fails those that the log has no space for. */
    private @Nullable PendingAppend collect(PendingAppend first, ActiveSegment present) {
        int room = present.room();
        long free = settings.maxBytes() - segments.bytes();
        PendingAppend entry = first;
        while (entry != null
                && !entry.isRoll()
                && (entry.framed() <= room || (group.isEmpty() && present.isRoomForFirst(entry.framed())))) {
            PendingAppend next = entry.next;
            if (entry.framed() > (entry.isMark() ? free : free - settings.reserveBytes())) {
                fail(entry, new LogFullException("the log has as many bytes as it may have", null));
            } else if (!entry.isMark() && !reserve.take()) {
                fail(entry, new LogFullException("the disk is full", null));
            } else {
                room -= entry.framed();
                free -= entry.framed();
                group.add(entry);
            }
            entry = next;
        }
        return entry;
    }

    /** Whether the group is over, because it is durable or has failed; otherwise it goes to the reserve. */
    private boolean append(ActiveSegment present) {
        try {
            if (tryReserve(present)) {
                present.append(group, buffer());
            } else if (!group.isEmpty()) {
                starved = true;
                seal(present);
                return false;
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, disk + ": " + present.segment().name + " is given up", e);
            giveUp(present);
            group.forEach(entry -> fail(entry, e));
            group.clear();
        }
        long number = present.segment().number;
        group.forEach(entry -> succeed(entry, number));
        return true;
    }

    private ByteBuffer buffer() {
        ByteBuffer present = buffer;
        if (present == null) {
            present = ByteBuffer.allocateDirect(settings.bufferBytes());
            buffer = present;
        }
        return present;
    }

    /** Whether there is space; if not, records of the group have failed, except marks for which there is the reserve. */
    private boolean tryReserve(ActiveSegment present) throws IOException {
        try {
            present.reserve(groupBytes());
            return true;
        } catch (NoSpaceException full) {
            failIf(entry -> !entry.isMark(), full);
        }
        try {
            present.reserve(groupBytes());
            return !group.isEmpty();
        } catch (NoSpaceException full) {
            failIf(entry -> !reserve.isTaken(), full);
            return false;
        }
    }

    private int groupBytes() {
        return group.stream().mapToInt(PendingAppend::framed).sum();
    }

    private void failIf(Predicate<PendingAppend> condition, NoSpaceException full) {
        List<PendingAppend> failed = group.stream().filter(condition).toList();
        group.removeAll(failed);
        failed.forEach(entry -> fail(entry, full));
    }

    private void succeed(PendingAppend entry, long number) {
        entry.next = null;
        waiting.leaves(entry);
        entry.durableIn(number);
    }

    /** Opens the active segment for an entry; on a full disk, records that nobody needs make place for a request to roll. */
    private ActiveSegment openTail(PendingAppend entry) throws IOException {
        try {
            return openTail();
        } catch (NoSpaceException full) {
            LogSegment last = previous;
            if (!entry.isRollWithoutRecords() || last == null) {
                throw full;
            }
            disk.truncate(last.name, LogSegment.HEAD);
            disk.force(last.name);
            last.endsAt(LogSegment.HEAD);
            return openTail();
        }
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
        reserve.take();
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
        if (starved && reserve.isTaken()) {
            starved = false;
            return reserve.use(segment, header.encode());
        }
        starved = false;
        try {
            return create(segment, header);
        } catch (NoSpaceException full) {
            if (!reserve.isTaken()) {
                throw full;
            }
            return reserve.use(segment, header.encode());
        }
    }

    private ActiveSegment create(LogSegment segment, SegmentHeader header) throws IOException {
        LogDirectory.Output file = disk.create(segment.name);
        try {
            file.write(header.encode(), 0);
            file.force();
            disk.forceFolder();
            int limit = reserve.segmentLimit();
            return new ActiveSegment(
                    segment,
                    file,
                    new ActiveSegment.Extent(LogSegment.HEAD, limit, settings.aheadBytes(), settings.segmentBytes()));
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
