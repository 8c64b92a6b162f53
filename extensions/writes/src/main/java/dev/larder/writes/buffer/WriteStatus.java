package dev.larder.writes.buffer;

import dev.larder.writes.OriginReply;
import java.time.Instant;
import java.util.UUID;

/** What has become of a buffered write so far. */
public sealed interface WriteStatus {

    /** Names it. */
    UUID id();

    /**
     * It is on its way.
     *
     * @param attempts how often the origin has answered that it failed
     */
    record Pending(UUID id, Instant accepted, int attempts) implements WriteStatus {}

    /** The origin has it. */
    record Delivered(UUID id, Instant settled, OriginReply reply) implements WriteStatus {}

    /**
     * The origin does not want it: an operator can have it sent again.
     *
     * @param reason one sentence
     */
    record Dead(UUID id, Instant accepted, Instant settled, OriginReply reply, String reason) implements WriteStatus {}
}
