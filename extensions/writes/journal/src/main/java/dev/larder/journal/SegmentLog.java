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
import java.util.stream.Stream;

/**
 * A log of records that are durable once their stage has completed: no crash of the process or of the machine loses them.
 * Records follow one another in segments, which are dropped as a whole, the oldest first.
 *
 * <table>
 * <caption>States of a segment</caption>
 * <tr><th>state</th><th>entered when</th><th>left when</th></tr>
 * <tr><td>newest</td><td>it is created; its head is durable</td><td>it is full, {@link #roll} asks for another, or a write
 * or a sync of it fails</td></tr>
 * <tr><td>sealed</td><td>it is cut behind its last durable record</td><td>{@link #dropBefore} deletes it</td></tr>
 * <tr><td>doubtful</td><td>it is sealed because of a failure</td><td>all its durable records have been read again: only then
 * is there another segment, and until then appending fails</td></tr>
 * </table>
 *
 * <p>A record waits, is written and synced with all others that wait, and completes; or it fails by a {@link LogException}.
 * One that has failed may be replayed as a whole when the log is opened after a crash, or not at all.
 *
 * <p>The thread that opens the log recovers it. Then one thread, {@code larder-log}, writes and syncs, and completes stages; it
 * ends when {@link #close} has closed the queue and the rest of the queue is written. All other methods are for any thread:
 * {@link #append}, {@link #mark} and {@link #roll} only push to a stack without locks; {@link #read} and {@link #dropBefore}
 * block. The lock of the folder is held from before recovery until the thread has ended.
 */
public final class SegmentLog implements AutoCloseable {

    private final SegmentLogSettings settings;
    private final UUID owner;
    private final RecoveryReport recovered;
    private final LogSegments segments;
    private final SegmentWriter writer;
    private final long life;
    private final Closeable lock;
    private final Thread thread;

    private SegmentLog(LogDirectory disk, SegmentLogSettings settings, RecordReplayHandler replay, Closeable lock)
            throws IOException {
        List<String> names = disk.list().stream().sorted().toList();
        LogIdentity known = LogIdentity.of(disk, names);
        var recovery = new SegmentLogRecovery(disk, known, names);
        this.settings = settings;
        this.owner = known.id();
        this.lock = lock;
        this.recovered = recovery.run(replay);
        this.segments = new LogSegments(disk, recovery.segments());
        this.life = recovery.greatestNumber() + 1;
        this.writer = new SegmentWriter(disk, owner, settings, segments, recovery.greatestNumber());
        // Not before there is a newer segment: a number must not be given again, as it tells lives apart.
        if (writer.begin()) {
            recovery.empty().forEach(segments::discard);
        }
        this.thread = new Thread(this::run, "larder-log");
        thread.setDaemon(true);
    }

    /**
     * The log in a folder, which is a new one if the folder is empty. What is damaged there is passed over, counted, and kept
     * aside. If it cannot be opened, the files in the folder are as they were.
     *
     * @param replay is given the records that are there
     * @throws LogInUseException if somebody else has the folder open
     * @throws LogUnreadableException if there is a file that cannot be read
     * @throws IOException if the folder cannot be used
     */
    public static SegmentLog open(LogDirectory disk, SegmentLogSettings settings, RecordReplayHandler replay)
            throws IOException {
        SegmentLog log = prepare(disk, settings, replay);
        log.thread.start();
        return log;
    }

    /** Whether there is a log in that folder, or it cannot be told that there is none. */
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

    /** As {@link #open}, without its thread. */
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

    /** What writes, for who runs it himself. */
    SegmentWriter writer() {
        return writer;
    }

    /** Id of this log, the same for as long as its folder lives. */
    public UUID owner() {
        return owner;
    }

    /** Greater each time that the log is opened, whatever the clock says, if anything can be written in its folder. */
    public long life() {
        return life;
    }

    /** What was there when it was opened. */
    public RecoveryReport recovered() {
        return recovered;
    }

    /**
     * Appends a record.
     *
     * @param parts of its content; not to be changed until the stage is complete
     * @return completes when the record is durable, on the thread that writes, which must not be held up; exceptionally by a
     *     {@link LogException}
     * @throws IllegalArgumentException if it is longer than the settings allow
     */
    public CompletionStage<RecordPosition> append(ByteBuffer... parts) {
        return add(List.of(parts), false);
    }

    /** As {@link #append(ByteBuffer...)}. */
    public CompletionStage<RecordPosition> append(List<ByteBuffer> parts) {
        return add(List.copyOf(parts), false);
    }

    /** As {@link #append(ByteBuffer...)}, for what makes room later: it may use the bytes that are reserved. */
    public CompletionStage<RecordPosition> mark(ByteBuffer... parts) {
        return add(List.of(parts), true);
    }

    private CompletionStage<RecordPosition> add(List<ByteBuffer> parts, boolean mark) {
        long length = parts.stream().mapToLong(ByteBuffer::remaining).sum();
        if (length > settings.maxRecordBytes()) {
            throw new IllegalArgumentException(
                    "a record of " + length + " bytes, but no more than " + settings.maxRecordBytes() + " are allowed");
        }
        PendingAppend entry = PendingAppend.record(parts, (int) length, mark);
        writer.waiting().add(entry);
        return entry;
    }

    /** Bytes of records that are not durable yet. */
    public long waitingBytes() {
        return writer.waiting().bytes();
    }

    /**
     * A durable record; of any thread, blocking.
     *
     * @param position of one that has not been dropped
     * @throws IOException if there is none, or it cannot be read, or is damaged
     */
    public ByteBuffer read(RecordPosition position) throws IOException {
        return segments.read(position);
    }

    /** Goes on with a new segment, unless the newest one is empty; completes with the number of the newest one. */
    public CompletionStage<Long> roll() {
        PendingAppend entry = PendingAppend.roll();
        writer.waiting().add(entry);
        return entry.thenApply(RecordPosition::segment);
    }

    /**
     * Deletes segments, but never the newest one; blocks.
     *
     * @param segment the number of the first one that stays
     * @return how many have been deleted, durably
     * @throws IOException if one cannot be
     */
    public int dropBefore(long segment) throws IOException {
        return segments.dropBefore(segment);
    }

    /** Bytes of all segments. */
    public long size() {
        return segments.bytes();
    }

    /** The number of the newest segment; 0 if there is none. */
    public long newestSegment() {
        LogSegment newest = segments.newest();
        return newest == null ? 0 : newest.number;
    }

    /** Bytes that records may still take, those included that are reserved for marks. */
    public long free() {
        return settings.maxBytes() - segments.bytes();
    }

    /** The bounds it keeps to. */
    public SegmentLogSettings settings() {
        return settings;
    }

    /** All segments, oldest first. */
    public List<SegmentInfo> segments() {
        return segments.list();
    }

    /** Waits until what has been appended is durable, and lets others open the folder. */
    @Override
    public void close() {
        writer.close();
        // A stage may close the log, and completes on the thread that would be waited for.
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
