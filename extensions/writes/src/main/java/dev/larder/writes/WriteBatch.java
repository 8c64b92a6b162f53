package dev.larder.writes;

import java.util.List;
import java.util.UUID;

/**
 * Writes that are sent to their origin as one request, which is repeated unchanged until the origin has answered.
 *
 * @param id sent as Idempotency-Key
 * @param channel name of the channel
 * @param writes in the order of their numbers; at least one
 */
public record WriteBatch(UUID id, String channel, List<AcknowledgedWrite> writes) {

    public WriteBatch {
        writes = List.copyOf(writes);
    }
}
