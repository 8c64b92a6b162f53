package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A write-ahead log of records that are durable once their stage has completed: no crash of the process or of the
 * machine loses them. Records are stored in segments, which are dropped as a whole, the oldest first.
 *
 * <table>
 * <caption>States of a segment</caption>
 * <tr><th>state</th><th>entered when</th><th>left when</th></tr>
 * <tr><td>newest</td><td>it is created; its header is durable</td><td>it is full, {@link #roll} requests another, or a
 * write or sync of it fails</td></tr>
 * <tr><td>sealed</td><td>it is truncated after its last durable record</td><td>{@link #dropBefore} deletes it</td></tr>
 * <tr><td>doubtful</td><td>it is sealed because of a failure</td><td>all its durable records have been read again: only
 * then is another segment created, and until then appending fails</td></tr>
 * </table>
 *
 * <p>A record waits, is written and synced together with all other waiting records, and completes; or it fails with a
 * {@link LogException}. A failed record may be replayed completely when the log is opened after a crash, or not at all.
 *
 * <p>The thread that opens the log recovers it. Then one thread, {@code larder-log}, writes and syncs, and completes
 * stages; it ends after {@link #close} has closed the queue and the rest of the queue is written. All other methods are
 * thread-safe: {@link #append}, {@link #mark} and {@link #roll} only push to a lock-free stack; {@link #read} and
 * {@link #dropBefore} block. The lock of the folder is held from before recovery until the thread has ended.
 */
public final class SegmentLog implements AutoCloseable {

    private final SegmentLogSettings settings;
    private final UUID owner;
    private final RecoveryReport recovered;
    private final LogSegments segments;
    private final SegmentReserve reserve;
    private final SegmentWriter writer;
    private final LogDirectory disk;
    private final long life;
    private final Closeable lock;
    private final Thread thread;

    private SegmentLog(LogDirectory disk, SegmentLogSettings settings, RecordReplayHandler replay, Closeable lock)
            throws IOException {
        List<String> names = disk.list().stream().sorted().toList();
        LogIdentity known = LogIdentity.of(disk, names);
        var recovery = new SegmentLogRecovery(disk, known, names);
        this.disk = disk;
        this.settings = settings;
        this.owner = known.id();
        this.lock = lock;
        this.recovered = recovery.run(replay);
        this.segments = new LogSegments(disk, recovery.segments());
        this.life = recovery.greatestNumber() + 1;
        this.reserve = new SegmentReserve(disk, segments, settings.segmentBytes());
        reserve.resume(names);
        this.writer = new SegmentWriter(disk, owner, settings, segments, reserve, recovery.greatestNumber());
        // Only after there is a newer segment: numbers must not be reused, because they distinguish runs.
        if (writer.begin()) {
            recovery.empty().forEach(segments::discard);
        }
        this.thread = new Thread(this::run, "larder-log");
        thread.setDaemon(true);
    }

    /**
     * Opens the log in a folder, or creates one if the folder is empty. Damaged data is skipped, counted and
     * quarantined. If the log cannot be opened, the files in the folder are unchanged.
     *
     * @param replay receives the existing records
     * @throws LogInUseException if the folder is open already
     * @throws LogUnreadableException if a file cannot be read
     * @throws IOException if the folder cannot be used
     */
    public static SegmentLog open(LogDirectory disk, SegmentLogSettings settings, RecordReplayHandler replay)
            throws IOException {
        SegmentLog log = prepare(disk, settings, replay);
        log.thread.start();
        return log;
    }

    /** Whether that folder contains a log, or this cannot be determined. */
    public static boolean mayBeIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(
                    file -> LogFileNames.isSegment(file.getFileName().toString()));
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException | UncheckedIOException unknown) {
            return true;
        }
    }

    /** Opens the log like {@link #open}, without its thread. */
    static SegmentLog prepare(LogDirectory disk, SegmentLogSettings settings, RecordReplayHandler replay)
            throws IOException {
        Closeable lock = disk.lock(LogFileNames.LOCK);
        try {
            return new SegmentLog(disk, settings, replay, lock);
        } catch (IOException | RuntimeException | Error e) {
            IoUtils.run(lock::close);
            throw e;
        }
    }

    private void run() {
        try {
            writer.run();
        } finally {
            IoUtils.run(lock::close);
        }
    }

    /** Returns the writer, for callers that run it themselves. */
    SegmentWriter writer() {
        return writer;
    }

    /** Returns the id of this log, which stays the same as long as its folder exists. */
    public UUID owner() {
        return owner;
    }

    /** Returns a number that increases each time the log is opened, independent of the clock, if its folder is writable. */
    public long life() {
        return life;
    }

    /** Returns the report of the recovery. */
    public RecoveryReport recovered() {
        return recovered;
    }

    /**
     * Appends a record.
     *
     * @param parts of its content; must not change until the stage is complete
     * @return completes when the record is durable, on the writing thread, which must not be blocked; exceptionally
     *     with a {@link LogException}
     * @throws IllegalArgumentException if it is longer than the settings allow
     */
    public CompletionStage<RecordPosition> append(ByteBuffer... parts) {
        return add(entry(List.of(parts), false));
    }

    /** Appends a record like {@link #append(ByteBuffer...)}. */
    public CompletionStage<RecordPosition> append(List<ByteBuffer> parts) {
        return add(entry(List.copyOf(parts), false));
    }

    /** Appends a record that frees space later: like {@link #append(ByteBuffer...)}, but it may use the reserved bytes. */
    public CompletionStage<RecordPosition> mark(ByteBuffer... parts) {
        return add(entry(List.of(parts), true));
    }

    /**
     * Appends a record whose position is processed on the writing thread, those of all durable records in their order. What is
     * attached to a returned stage may run later and elsewhere: the record may be durable by then.
     *
     * @param mark whether the record frees space later
     * @param then processes the position or, on the caller's thread if nothing has been written, a {@link LogException}
     * @return completes with the result of {@code then}
     * @throws IllegalArgumentException if it is longer than the settings allow
     */
    public <T> CompletionStage<T> append(
            List<ByteBuffer> parts, boolean mark, BiFunction<RecordPosition, @Nullable Throwable, T> then) {
        PendingAppend entry = entry(List.copyOf(parts), mark);
        CompletionStage<T> processed = entry.handle(then);
        add(entry);
        return processed;
    }

    private PendingAppend entry(List<ByteBuffer> parts, boolean mark) {
        long length = parts.stream().mapToLong(ByteBuffer::remaining).sum();
        if (length > settings.maxRecordBytes()) {
            throw new IllegalArgumentException(
                    "a record of " + length + " bytes, but no more than " + settings.maxRecordBytes() + " are allowed");
        }
        return PendingAppend.record(parts, (int) length, mark);
    }

    private PendingAppend add(PendingAppend entry) {
        writer.waiting().add(entry);
        return entry;
    }

    /** Returns the bytes of records that are not durable yet. */
    public long waitingBytes() {
        return writer.waiting().bytes();
    }

    /**
     * Reads a durable record. Thread-safe, blocking.
     *
     * @param position of a record that has not been dropped
     * @throws IOException if the record does not exist, cannot be read, or is damaged
     */
    public ByteBuffer read(RecordPosition position) throws IOException {
        return segments.read(position);
    }

    /** Starts a new segment, unless the newest one is empty; completes with the number of the newest one. */
    public CompletionStage<Long> roll() {
        return roll(true);
    }

    /**
     * Starts a new segment like {@link #roll()}.
     *
     * @param needed whether a record that has been appended so far is needed; otherwise it succeeds on a full disk, too
     */
    public CompletionStage<Long> roll(boolean needed) {
        PendingAppend entry = PendingAppend.roll(needed);
        writer.waiting().add(entry);
        return entry.thenApply(RecordPosition::segment);
    }

    /**
     * Deletes segments, but never the newest one; blocks.
     *
     * @param segment the number of the first one to keep
     * @return how many have been deleted durably
     * @throws IOException if one cannot be deleted
     */
    public int dropBefore(long segment) throws IOException {
        return segments.dropBefore(segment);
    }

    /** Returns the size of all segments in bytes. */
    public long size() {
        return segments.bytes();
    }

    /** Returns the number of the newest segment; 0 if there is none. */
    public long newestSegment() {
        LogSegment newest = segments.newest();
        return newest == null ? 0 : newest.number;
    }

    /** Returns the bytes available for records, in the log and on its disk, including those reserved for marks. */
    public long free() {
        long left = settings.maxBytes() - segments.bytes();
        long onDisk = disk.free();
        return onDisk >= left ? left : Math.min(left, onDisk + writer.roomOnFullDisk());
    }

    /** Whether the disk has so little space that it should be left to records that free some. */
    public boolean isDiskScarce() {
        long onDisk = disk.free();
        return onDisk < settings.segmentBytes() && 2 * (onDisk + writer.roomOnFullDisk()) < reserve.segmentLimit();
    }

    /** Returns the settings. */
    public SegmentLogSettings settings() {
        return settings;
    }

    /** Returns all segments, oldest first. */
    public List<SegmentInfo> segments() {
        return segments.list();
    }

    /** Waits until all appended records are durable, and unlocks the folder. */
    @Override
    public void close() {
        writer.close();
        // A stage that closes the log completes on the thread that would be waited for.
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
