package dev.larder.writes.buffer;

import dev.larder.journal.BodyFiles;
import dev.larder.journal.LocalLogDirectory;
import dev.larder.journal.LogDirectory;
import dev.larder.journal.RecordPosition;
import dev.larder.journal.RecoveryReport;
import dev.larder.journal.SegmentLog;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a write log: reads its records, and sets aside writes that cannot be delivered, so that they do not block others. */
public final class WriteLogRecovery {

    private static final Logger log = LoggerFactory.getLogger(WriteLogRecovery.class);

    private WriteLogRecovery() {}

    /**
     * Opens the log in a folder, which is created if necessary.
     *
     * @param later deletes files
     * @throws dev.larder.journal.LogInUseException if another process has it open
     * @throws IOException if it cannot be used
     */
    public static WriteLog open(Path folder, SegmentLogSettings settings, Executor later) throws IOException {
        return of(LocalLogDirectory.at(folder), settings, later);
    }

    static WriteLog of(LogDirectory disk, SegmentLogSettings settings, Executor later) throws IOException {
        var book = new WriteIndex();
        BodyFiles files = BodyFiles.in(disk);
        SegmentLog records = records(disk, settings, book);
        book.closeUnrecorded();
        try {
            tidy(disk, records.recovered(), files, book);
            var writeLog = new WriteLog(records, files, book, later);
            writeLog.kept().stream()
                    .filter(pending -> !pending.isDead() && isLost(files, pending))
                    .forEach(pending -> bury(writeLog, pending));
            return writeLog;
        } catch (RuntimeException e) {
            records.close();
            throw e;
        }
    }

    private static SegmentLog records(LogDirectory disk, SegmentLogSettings settings, WriteIndex book)
            throws IOException {
        try {
            return SegmentLog.open(disk, settings, (at, record) -> replay(book, at, record));
        } catch (UncheckedIOException undecodable) {
            throw undecodable.getCause();
        }
    }

    private static void replay(WriteIndex book, RecordPosition at, ByteBuffer record) {
        try {
            book.enter(WriteLogRecordCodec.decode(record), at);
        } catch (IOException e) {
            throw new UncheckedIOException("the record at " + at + " cannot be understood", e);
        }
    }

    /** Content without a record belongs to a quarantined or missing record. It is deleted only if there is no such record. */
    private static void tidy(LogDirectory disk, RecoveryReport recovered, BodyFiles files, WriteIndex book) {
        if (recovered.isComplete() && !recovered.quarantined()) {
            sweep(disk, files, book);
            return;
        }
        log.error(
                "The log of buffered writes in {} is damaged: {}. What is readable is delivered. No content in bodies/ is deleted"
                        + " while files that end with .quarantine are there: move them elsewhere once you have dealt with them.",
                disk,
                recovered);
    }

    private static void sweep(LogDirectory disk, BodyFiles files, WriteIndex book) {
        try {
            files.sweep(book.files());
        } catch (IOException passing) {
            log.warn("Some contents without a write in {} cannot be deleted now: {}", disk, passing.toString());
        }
    }

    /** Only content that is known to be missing, or to be shorter than its write, is lost: other faults may be temporary. */
    private static boolean isLost(BodyFiles files, PendingWrite pending) {
        if (pending.file().isEmpty()) {
            return false;
        }
        try (LogDirectory.Input file = files.open(pending.file().get())) {
            return file.length() < pending.write().length();
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException passing) {
            log.warn(
                    "The content of the write {}, bodies/{}, cannot be read for now ({}). Larder retries. To give it"
                            + " up, move the file elsewhere and restart.",
                    pending.write().id(),
                    pending.file().get(),
                    passing.toString());
            return false;
        }
    }

    private static void bury(WriteLog writeLog, PendingWrite pending) {
        log.error(
                "The content of the write {} is lost; the write is a dead letter.",
                pending.write().id());
        long number = pending.write().number();
        var outcome = Outcome.dead(number, Optional.empty(), "Its content is lost.");
        try {
            writeLog.settle(
                            new WriteLogRecord.Settled(
                                    UUID.randomUUID(), pending.write().accepted(), List.of(outcome)),
                            over -> {})
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException unwritten) {
            log.error("This cannot be logged, so the write is still pending.", unwritten);
        }
    }
}
