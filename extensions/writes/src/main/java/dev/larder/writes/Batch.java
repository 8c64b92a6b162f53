package dev.larder.writes;

import java.util.List;
import java.util.UUID;

/**
 * Writes that are sent to their origin as one request, and repeated as the very same request until the origin has answered.
 *
 * @param id sent as Idempotency-Key
 * @param channel name of the channel
 * @param writes in the order of their numbers; at least one
 */
public record Batch(UUID id, String channel, List<BufferedWrite> writes) {

    public Batch {
        writes = List.copyOf(writes);
    }
}
