package dev.larder.writes.buffer;

import dev.larder.cache.spi.Tag;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Reply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A record of the log. */
sealed interface Entry {

    /**
     * A write has been acknowledged.
     *
     * @param tags of what it makes wrong
     */
    record Accepted(BufferedWrite write, Set<Tag> tags, Optional<Repeat> repeat, Content content) implements Entry {

        public Accepted {
            tags = Set.copyOf(tags);
        }
    }

    /** Writes are sent together, by their numbers. */
    record Planned(UUID batch, List<Long> numbers) implements Entry {

        public Planned {
            numbers = List.copyOf(numbers);
        }
    }

    /** A batch is over. */
    record Settled(UUID batch, Instant at, List<Outcome> outcomes) implements Entry {

        public Settled {
            outcomes = List.copyOf(outcomes);
        }
    }

    /** What has become of a write. */
    enum Fate {
        DELIVERED,
        DEAD,
        AGAIN
    }

    /**
     * What has become of a write of a batch.
     *
     * @param attempts how often the origin has answered it, if it will be sent again
     * @param reason why it is dead; else empty
     * @param delivered whose it was, if it is delivered: nobody else may know by then
     */
    record Outcome(
            long number, Fate fate, int attempts, Optional<Reply> reply, String reason, Optional<Identity> delivered) {

        Outcome with(Optional<Reply> other) {
            return new Outcome(number, fate, attempts, other, reason, delivered);
        }
    }

    /** By what a write is known after it has been delivered. */
    record Identity(UUID id, Optional<Repeat> repeat) {}

    /** Dead writes wait again, as if they had just been acknowledged. */
    record Redriven(List<Long> numbers) implements Entry {

        public Redriven {
            numbers = List.copyOf(numbers);
        }
    }

    /** Dead writes are given up by an operator. */
    record Discarded(List<Long> numbers) implements Entry {

        public Discarded {
            numbers = List.copyOf(numbers);
        }
    }
}
