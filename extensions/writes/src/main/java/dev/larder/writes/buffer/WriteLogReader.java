package dev.larder.writes.buffer;

import dev.larder.journal.RecordPosition;
import dev.larder.journal.SegmentLog;
import dev.larder.writes.OriginReply;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads in the log of an archive. */
record WriteLogReader(SegmentLog log, WriteLog archive) {

    /** A record that says that one write is dead has at most so many bytes. */
    static final int LONGEST_DEATH = 4_096;

    /** Of an answer, what is kept when it is written anew (characters). */
    private static final int KEPT = 1_000;

    private static final OriginReply NONE = new OriginReply(0, Optional.empty(), "");

    /** The content of a write that is not delivered. */
    InputStream content(long number) throws IOException {
        PendingWrite kept = archive.kept(number).orElseThrow(() -> new IOException("the write is delivered"));
        if (kept.file().isPresent()) {
            return archive.file(kept.file().get());
        }
        WriteContent content = ((WriteLogRecord.Accepted) record(kept)).content();
        return ((WriteContent.Inline) content).open();
    }

    /** The record of a write; it may have been moved since somebody has looked where it is. */
    WriteLogRecord record(PendingWrite kept) throws IOException {
        try {
            return WriteLogRecordCodec.decode(log.read(kept.at()));
        } catch (IOException gone) {
            RecordPosition now =
                    archive.kept(kept.write().number()).orElseThrow(() -> gone).at();
            if (now.equals(kept.at())) {
                throw gone;
            }
            return WriteLogRecordCodec.decode(log.read(now));
        }
    }

    /** A record that says of nothing but one write that it is dead. */
    WriteLogRecord death(PendingWrite kept) throws IOException {
        WriteLogRecord.Settled settled = settled(kept.died().orElseThrow());
        Outcome outcome = outcome(settled, kept.write().number());
        return new WriteLogRecord.Settled(UUID.randomUUID(), settled.at(), List.of(shortened(outcome)));
    }

    private static Outcome shortened(Outcome outcome) {
        Optional<OriginReply> reply = outcome.reply()
                .map(whole -> new OriginReply(
                        whole.status(),
                        whole.contentType(),
                        whole.content()
                                .substring(0, Math.min(KEPT, whole.content().length()))));
        return outcome.with(reply);
    }

    /** What has become of a write. */
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
