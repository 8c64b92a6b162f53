package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A request to be acknowledged before its origin has applied it.
 *
 * @param channel the channel that delivers it
 * @param key requests of a channel with equal keys are delivered in their order
 * @param request method, target at the origin, and the fields that are forwarded with it
 * @param repeat identifies its repetitions
 * @param reach what it invalidates
 * @param content all of it
 */
public record IncomingWrite(
        String channel,
        String key,
        RequestHead request,
        Optional<IdempotencyFingerprint> repeat,
        WriteReach reach,
        WriteContent content) {

    /** Returns the write as it is acknowledged at this time, under this number and item id. */
    AcknowledgedWrite acknowledged(long number, ItemId item, Instant now) {
        return new AcknowledgedWrite(
                number,
                UUID.randomUUID(),
                channel,
                key,
                request,
                item,
                Instant.ofEpochMilli(now.toEpochMilli()),
                content.length());
    }

    /** Returns the tags of the entries that it invalidates. */
    Set<CacheTag> tags() {
        return reach.tags();
    }
}
