package dev.larder.writes.buffer;

import dev.larder.writes.OriginReply;
import java.time.Instant;
import java.util.UUID;

/** The current status of a buffered write. */
public sealed interface WriteStatus {

    /** Returns its id. */
    UUID id();

    /**
     * It is waiting or being delivered.
     *
     * @param attempts how often the origin has answered that it failed
     */
    record Pending(UUID id, Instant accepted, int attempts) implements WriteStatus {}

    /** The origin has applied it. */
    record Delivered(UUID id, Instant settled, OriginReply reply) implements WriteStatus {}

    /**
     * The origin has rejected it: an operator can redrive it.
     *
     * @param reason one sentence
     */
    record Dead(UUID id, Instant accepted, Instant settled, OriginReply reply, String reason) implements WriteStatus {}
}
