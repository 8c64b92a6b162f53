package dev.larder.writes.buffer;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.OriginReply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A record of the log. */
sealed interface WriteLogRecord {

    /**
     * A write has been acknowledged.
     *
     * @param reach what it invalidates
     */
    record Accepted(
            AcknowledgedWrite write, WriteReach reach, Optional<IdempotencyFingerprint> repeat, WriteContent content)
            implements WriteLogRecord {}

    /** Writes are sent together, by their numbers. */
    record Planned(UUID batch, List<Long> numbers) implements WriteLogRecord {

        public Planned {
            numbers = List.copyOf(numbers);
        }
    }

    /** A batch is finished. */
    record Settled(UUID batch, Instant at, List<Outcome> outcomes) implements WriteLogRecord {

        public Settled {
            outcomes = List.copyOf(outcomes);
        }
    }

    /** The outcome of a write. */
    enum Fate {
        DELIVERED,
        DEAD,
        AGAIN
    }

    /**
     * The outcome of a write of a batch.
     *
     * @param attempts how often the origin has answered it, if it will be sent again
     * @param reason why it is dead; otherwise empty
     * @param delivered its identity, if it is delivered: no other record may have it by then
     */
    record Outcome(
            long number,
            Fate fate,
            int attempts,
            Optional<OriginReply> reply,
            String reason,
            Optional<Identity> delivered) {

        static Outcome delivered(long number, OriginReply reply, Identity identity) {
            return new Outcome(number, Fate.DELIVERED, 0, Optional.of(reply), "", Optional.of(identity));
        }

        static Outcome dead(long number, Optional<OriginReply> reply, String reason) {
            return new Outcome(number, Fate.DEAD, 0, reply, reason, Optional.empty());
        }

        static Outcome again(long number, int attempts) {
            return new Outcome(number, Fate.AGAIN, attempts, Optional.empty(), "", Optional.empty());
        }

        Outcome with(Optional<OriginReply> other) {
            return new Outcome(number, fate, attempts, other, reason, delivered);
        }
    }

    /** Identifies a write after its delivery. */
    record Identity(UUID id, Optional<IdempotencyFingerprint> repeat) {}

    /** Dead letters wait again, as if they had just been acknowledged. */
    record Redriven(List<Long> numbers) implements WriteLogRecord {

        public Redriven {
            numbers = List.copyOf(numbers);
        }
    }

    /** Dead letters are discarded by an operator. */
    record Discarded(List<Long> numbers) implements WriteLogRecord {

        public Discarded {
            numbers = List.copyOf(numbers);
        }
    }
}
