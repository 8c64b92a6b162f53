package dev.larder.writes.buffer;

import dev.larder.journal.Position;
import dev.larder.journal.SegmentLog;
import dev.larder.writes.Reply;
import dev.larder.writes.buffer.Entry.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads in the log of an archive. */
record Reading(SegmentLog log, Archive archive) {

    /** A record that says that one write is dead has at most so many bytes. */
    static final int LONGEST_DEATH = 4_096;

    /** Of an answer, what is kept when it is written anew (characters). */
    private static final int KEPT = 1_000;

    private static final Reply NONE = new Reply(0, Optional.empty(), "");

    /** The content of a write that is not delivered. */
    InputStream content(long number) throws IOException {
        Kept kept = archive.kept(number).orElseThrow(() -> new IOException("the write is delivered"));
        if (kept.file().isPresent()) {
            return archive.file(kept.file().get());
        }
        Content content = ((Entry.Accepted) record(kept)).content();
        return ((Content.Inline) content).open();
    }

    /** The record of a write; it may have been moved since somebody has looked where it is. */
    Entry record(Kept kept) throws IOException {
        try {
            return EntryCodec.decode(log.read(kept.at()));
        } catch (IOException gone) {
            Position now =
                    archive.kept(kept.write().number()).orElseThrow(() -> gone).at();
            if (now.equals(kept.at())) {
                throw gone;
            }
            return EntryCodec.decode(log.read(now));
        }
    }

    /** A record that says of nothing but one write that it is dead. */
    Entry death(Kept kept) throws IOException {
        Entry.Settled settled = settled(kept.died().orElseThrow());
        Outcome outcome = outcome(settled, kept.write().number());
        return new Entry.Settled(UUID.randomUUID(), settled.at(), List.of(shortened(outcome)));
    }

    private static Outcome shortened(Outcome outcome) {
        Optional<Reply> reply = outcome.reply()
                .map(whole -> new Reply(
                        whole.status(),
                        whole.contentType(),
                        whole.content()
                                .substring(0, Math.min(KEPT, whole.content().length()))));
        return outcome.with(reply);
    }

    /** What has become of a write. */
    Optional<WriteStatus> status(UUID id, Optional<Kept> kept, Optional<Book.Finished> finished) throws IOException {
        if (finished.isPresent()) {
            Reply reply = outcome(settled(finished.get().at()), finished.get().number())
                    .reply()
                    .orElse(NONE);
            return Optional.of(new WriteStatus.Delivered(id, finished.get().settled(), reply));
        }
        if (kept.isPresent() && kept.get().isDead()) {
            return Optional.of(dead(kept.get()));
        }
        return kept.map(write -> new WriteStatus.Pending(id, write.write().accepted(), write.attempts()));
    }

    private WriteStatus.Dead dead(Kept kept) throws IOException {
        Entry.Settled settled = settled(kept.died().orElseThrow());
        Outcome outcome = outcome(settled, kept.write().number());
        return new WriteStatus.Dead(
                kept.write().id(),
                kept.write().accepted(),
                settled.at(),
                outcome.reply().orElse(NONE),
                outcome.reason());
    }

    private Entry.Settled settled(Position at) throws IOException {
        return (Entry.Settled) EntryCodec.decode(log.read(at));
    }

    private static Outcome outcome(Entry.Settled settled, long number) throws IOException {
        return settled.outcomes().stream()
                .filter(outcome -> outcome.number() == number)
                .findFirst()
                .orElseThrow(() -> new IOException("the record says nothing of the write"));
    }
}
