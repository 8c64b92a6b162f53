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
 * @param reach what it invalidates
 * @param at position of its record
 * @param file name of the file with its content
 * @param batch the batch in which it is being sent
 * @param attempts how often the origin has answered that it failed
 * @param died position of the record of its death
 */
record PendingWrite(
        AcknowledgedWrite write,
        WriteReach reach,
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
                accepted.write(), accepted.reach(), accepted.repeat(), at, file, Optional.empty(), 0, Optional.empty());
    }

    PendingWrite at(RecordPosition moved) {
        return new PendingWrite(write, reach, repeat, moved, file, batch, attempts, died);
    }

    PendingWrite in(UUID planned) {
        return new PendingWrite(write, reach, repeat, at, file, Optional.of(planned), attempts, Optional.empty());
    }

    PendingWrite again(int answered) {
        return new PendingWrite(write, reach, repeat, at, file, Optional.empty(), answered, Optional.empty());
    }

    PendingWrite dead(RecordPosition where) {
        return new PendingWrite(write, reach, repeat, at, file, Optional.empty(), attempts, Optional.of(where));
    }

    /** Returns the tags of the entries that it invalidates. */
    Set<CacheTag> tags() {
        return reach.tags();
    }

    boolean isDead() {
        return died.isPresent();
    }

    /** Whether it is neither rejected by the origin nor in a batch. */
    boolean isUnbatched() {
        return !isDead() && batch.isEmpty();
    }
}
