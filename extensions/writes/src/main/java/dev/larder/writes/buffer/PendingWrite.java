package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.journal.RecordPosition;
import dev.larder.writes.AcknowledgedWrite;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A write that is not delivered.
 *
 * @param at where its record is
 * @param file name of the file that its content is in
 * @param batch what it is being sent in
 * @param attempts how often the origin has answered that it failed
 * @param died where the record is that says that it is dead
 */
record PendingWrite(
        AcknowledgedWrite write,
        Set<CacheTag> tags,
        Optional<IdempotencyFingerprint> repeat,
        RecordPosition at,
        Optional<String> file,
        Optional<UUID> batch,
        int attempts,
        Optional<RecordPosition> died) {

    static PendingWrite of(WriteLogRecord.Accepted accepted, RecordPosition at) {
        Optional<String> file = accepted.content() instanceof WriteContent.InFile inFile
                ? Optional.of(inFile.name())
                : Optional.empty();
        return new PendingWrite(
                accepted.write(), accepted.tags(), accepted.repeat(), at, file, Optional.empty(), 0, Optional.empty());
    }

    PendingWrite at(RecordPosition moved) {
        return new PendingWrite(write, tags, repeat, moved, file, batch, attempts, died);
    }

    PendingWrite in(UUID planned) {
        return new PendingWrite(write, tags, repeat, at, file, Optional.of(planned), attempts, Optional.empty());
    }

    PendingWrite again(int answered) {
        return new PendingWrite(write, tags, repeat, at, file, Optional.empty(), answered, Optional.empty());
    }

    PendingWrite dead(RecordPosition where) {
        return new PendingWrite(write, tags, repeat, at, file, Optional.empty(), attempts, Optional.of(where));
    }

    boolean isDead() {
        return died.isPresent();
    }

    /** Whether the origin has not refused it, and no batch has it. */
    boolean isUnbatched() {
        return !isDead() && batch.isEmpty();
    }
}
