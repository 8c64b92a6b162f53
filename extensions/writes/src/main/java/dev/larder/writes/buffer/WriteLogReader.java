package dev.larder.writes.buffer;

import dev.larder.journal.BodyFiles;
import dev.larder.journal.RecordPosition;
import dev.larder.journal.SegmentLog;
import dev.larder.writes.OriginReply;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * Reads records of a write log.
 *
 * @param pending finds an undelivered write by its number
 */
record WriteLogReader(SegmentLog log, BodyFiles files, LongFunction<Optional<PendingWrite>> pending) {

    /** Characters kept of an answer when it is rewritten. */
    private static final int KEPT = 1_000;

    private static final OriginReply NONE = new OriginReply(0, Optional.empty(), "");

    /** Returns the content of an undelivered write. */
    InputStream content(long number) throws IOException {
        PendingWrite kept = pending.apply(number).orElseThrow(() -> new IOException("the write is delivered"));
        if (kept.file().isPresent()) {
            return new BodyFileInputStream(files.open(kept.file().get()));
        }
        WriteContent content = ((WriteLogRecord.Accepted) record(kept)).content();
        return ((WriteContent.Inline) content).open();
    }

    /** Returns the record of a write, which may have been moved since its position was read. */
    WriteLogRecord record(PendingWrite kept) throws IOException {
        try {
            return WriteLogRecordCodec.decode(log.read(kept.at()));
        } catch (IOException gone) {
            RecordPosition now =
                    pending.apply(kept.write().number()).orElseThrow(() -> gone).at();
            if (now.equals(kept.at())) {
                throw gone;
            }
            return WriteLogRecordCodec.decode(log.read(now));
        }
    }

    /** Returns a record of the death of this write only. */
    WriteLogRecord death(PendingWrite kept) throws IOException {
        WriteLogRecord.Settled settled = settled(kept.died().orElseThrow());
        Outcome outcome = outcome(settled, kept.write().number());
        return new WriteLogRecord.Settled(UUID.randomUUID(), settled.at(), List.of(shortened(outcome)));
    }

    private static Outcome shortened(Outcome outcome) {
        return outcome.with(outcome.reply().map(whole -> whole.truncated(KEPT)));
    }

    /** Returns the status of a write. */
    Optional<WriteStatus> status(UUID id, Optional<PendingWrite> kept, Optional<WriteIndex.Finished> finished)
            throws IOException {
        if (finished.isPresent()) {
            OriginReply reply = outcome(
                            settled(finished.get().at()), finished.get().number())
                    .reply()
                    .orElse(NONE);
            return Optional.of(new WriteStatus.Delivered(id, finished.get().settled(), reply));
        }
        if (kept.isPresent() && kept.get().isDead()) {
            return Optional.of(dead(kept.get()));
        }
        return kept.map(write -> new WriteStatus.Pending(id, write.write().accepted(), write.attempts()));
    }

    private WriteStatus.Dead dead(PendingWrite kept) throws IOException {
        WriteLogRecord.Settled settled = settled(kept.died().orElseThrow());
        Outcome outcome = outcome(settled, kept.write().number());
        return new WriteStatus.Dead(
                kept.write().id(),
                kept.write().accepted(),
                settled.at(),
                outcome.reply().orElse(NONE),
                outcome.reason());
    }

    private WriteLogRecord.Settled settled(RecordPosition at) throws IOException {
        return (WriteLogRecord.Settled) WriteLogRecordCodec.decode(log.read(at));
    }

    private static Outcome outcome(WriteLogRecord.Settled settled, long number) throws IOException {
        return settled.outcomes().stream()
                .filter(outcome -> outcome.number() == number)
                .findFirst()
                .orElseThrow(() -> new IOException("the record says nothing of the write"));
    }
}
